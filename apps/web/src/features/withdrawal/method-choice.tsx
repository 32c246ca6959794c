import type { WithdrawalMethodView } from '@tradefront/contract/withdrawal'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { useId } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { MethodIcon } from '../deposits/methods/method-icon.tsx'
import { useDescribeMethod } from './describe-method.ts'

type MethodChoiceProps = {
  readonly methods: readonly WithdrawalMethodView[]
  readonly selected: WithdrawalMethodView
  readonly currency: string
  readonly hasUntraded: boolean
  readonly onSelect: (method: WithdrawalMethod) => void
}

/** Tabs for the processors (spec: account 2), and the terms of the chosen one. */
export function MethodChoice({ methods, selected, currency, hasUntraded, onSelect }: MethodChoiceProps) {
  const t = useTranslate()
  const describe = useDescribeMethod(currency, hasUntraded)
  const { fee, limits } = describe(selected)
  const facts = [
    ['fee', fee],
    ['limits', limits],
  ] as const
  return (
    <section className="flex flex-col gap-4">
      <RadioGroup
        value={selected.method}
        onChange={(value) => {
          const chosen = methods.find(({ method }) => method === value)
          if (chosen !== undefined) onSelect(chosen.method)
        }}
        className="flex flex-col gap-3"
      >
        <Label className="text-17 font-semibold">{t('withdrawal.methods')}</Label>
        <div className="grid grid-cols-2 gap-2 md:grid-cols-3">
          {methods.map((method) => (
            <MethodTile
              key={method.method}
              method={method.method}
              time={t('withdrawal.time_short', { time: describe(method).time })}
            />
          ))}
        </div>
      </RadioGroup>
      <dl className="grid gap-x-6 gap-y-2 border-y border-line py-3 text-13 max-sm:grid-cols-[auto_minmax(0,1fr)] sm:grid-cols-2">
        {facts.map(([id, text]) => (
          <div key={id} className="max-sm:contents sm:flex sm:flex-col sm:gap-0.5">
            <dt className="text-muted">{t(`withdrawal.fact_${id}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function MethodTile({ method, time }: { readonly method: WithdrawalMethod; readonly time: string }) {
  const t = useTranslate()
  const factsId = useId()
  return (
    <Radio
      value={method}
      aria-label={t(`withdrawal.method_${method}`)}
      aria-describedby={factsId}
      className={
        'target group flex cursor-pointer flex-col gap-1 rounded-field border border-line bg-surface px-3 py-2.5 transition-colors ' +
        'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-ink ' +
        'data-hovered:border-edge data-selected:border-accent data-selected:bg-accent-soft'
      }
    >
      <span className="flex items-center gap-2">
        <MethodIcon tab={method} />
        <span className="min-w-0 font-medium wrap-anywhere">{t(`withdrawal.method_${method}`)}</span>
      </span>
      <span id={factsId} className="text-13 text-muted">
        {time}
      </span>
    </Radio>
  )
}
