import type { WithdrawalMethodView } from '@tradefront/contract/withdrawal'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'

import { serverNow } from '../../platform/clock.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Money } from '../../ui/money/money.tsx'

/** Methods that need an account as well, because money first goes back to where it came from. */
export function OwedMethods(props: {
  readonly methods: readonly WithdrawalMethodView[]
  readonly selected: WithdrawalMethod
  readonly currency: string
  readonly onSelect: (method: WithdrawalMethod) => void
}) {
  const t = useTranslate()
  const owed = props.methods.filter(({ owed: amount, method }) => amount > 0 && method !== props.selected)
  if (owed.length === 0) return null
  const unready = owed.filter(needsAccount)
  return (
    <Banner
      tone={unready.length > 0 ? 'warn' : 'info'}
      title={t('withdrawal.owed_title', { method: t(`withdrawal.method_${props.selected}`) })}
    >
      <p>{t('withdrawal.owed_fee')}</p>
      <ul className="flex flex-col gap-1 pt-1">
        {owed.map(({ method, owed: amount }) => (
          <li key={method} className="flex flex-wrap items-center justify-between gap-x-4">
            <span>{t(`withdrawal.method_${method}`)}</span>
            <Money amount={amount} currency={props.currency} />
          </li>
        ))}
      </ul>
      {unready.map(({ method }) => (
        <Button key={method} size="sm" className="mt-2" onPress={() => props.onSelect(method)}>
          {t('withdrawal.owed_account', { method: t(`withdrawal.method_${method}`) })}
        </Button>
      ))}
    </Banner>
  )
}

function needsAccount({ method, destination }: WithdrawalMethodView): boolean {
  if (method === 'card') return false
  return destination === null || destination.state === 'unproved' || destination.usableFromMs > serverNow()
}
