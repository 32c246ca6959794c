import type { FundingTab, FundingTabSelection } from '@tradefront/rules/deposits/funding-tabs'
import { groupTabs, selectMainTabs } from '@tradefront/rules/deposits/method-facts'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { FundingStep } from '../funding-step.tsx'
import { type MethodDescription, useDescribeMethod } from './describe-method.ts'
import { MethodIcon } from './method-icon.tsx'

type MethodChooserProps = {
  readonly plan: FundingTabSelection
  readonly selected: FundingTab
  /** Tab of the latest deposit that arrived. */
  readonly lastUsed: FundingTab | null
  readonly onSelect: (tab: FundingTab) => void
  /** True if the chosen method gets the focus. */
  readonly hasFocus?: boolean
}

/** Tiles of the main methods with the others behind a button, then facts about the chosen method. */
export function MethodChooser(props: MethodChooserProps) {
  const t = useTranslate()
  const describe = useDescribeMethod()
  const hasChoice = props.plan.tabs.length > 1
  return (
    <FundingStep id="funding-methods" title={hasChoice ? t('deposits.methods') : t(`deposits.tab_${props.selected}`)}>
      {hasChoice && <MethodTiles {...props} describe={describe} />}
      <MethodFacts description={describe(props.selected)} />
    </FundingStep>
  )
}

function MethodTiles(props: MethodChooserProps & { readonly describe: (tab: FundingTab) => MethodDescription }) {
  const t = useTranslate()
  const { plan, selected, lastUsed, onSelect, describe, hasFocus = false } = props
  const [isExpanded, setExpanded] = useState(false)
  const restId = useId()
  const main = selectMainTabs(plan.tabs, [lastUsed, selected])
  const restGroups = groupTabs(plan.tabs)
    .map(({ group, tabs }) => ({ group, tabs: tabs.filter((tab) => !main.includes(tab)) }))
    .filter(({ tabs }) => tabs.length > 0)
  const restCount = plan.tabs.length - main.length
  const renderTile = (tab: FundingTab): ReactNode => (
    <MethodTile
      key={tab}
      tab={tab}
      description={describe(tab)}
      isLastUsed={tab === lastUsed}
      hasFocus={hasFocus && tab === selected}
    />
  )
  const renderGroup = ({ group, tabs }: ReturnType<typeof groupTabs>[number]): ReactNode => (
    <div key={group} className="flex flex-col gap-1.5">
      <p className="text-13 font-medium text-muted">{t(`deposits.group_${group}`)}</p>
      <div className={tileGrid}>{tabs.map(renderTile)}</div>
    </div>
  )
  return (
    <RadioGroup
      value={selected}
      onChange={(value) => {
        const chosen = plan.tabs.find((tab) => tab === value)
        if (chosen !== undefined) onSelect(chosen)
      }}
      aria-labelledby="funding-methods-title"
      className="flex flex-col gap-3"
    >
      <div className={tileGrid}>
        {main.map(renderTile)}
        {restCount > 0 && (
          <Button
            tone="plain"
            size="sm"
            canWrap
            className="border border-dashed border-line"
            aria-expanded={isExpanded}
            aria-controls={restId}
            onPress={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? t('deposits.fewer_methods') : t('deposits.more_methods', { count: restCount })}
            <ChevronDown size={16} aria-hidden className={cx('transition-transform', isExpanded && 'rotate-180')} />
          </Button>
        )}
      </div>
      <div id={restId} hidden={!isExpanded} className="flex flex-col gap-3">
        {isExpanded && restGroups.map(renderGroup)}
      </div>
    </RadioGroup>
  )
}

const tileGrid = 'grid grid-cols-2 gap-2 md:grid-cols-3'

function MethodTile(props: {
  readonly tab: FundingTab
  readonly description: MethodDescription
  readonly isLastUsed: boolean
  readonly hasFocus: boolean
}) {
  const t = useTranslate()
  const factsId = useId()
  const { tab, description, isLastUsed } = props
  const name = t(`deposits.tab_${tab}`)
  const mark = isLastUsed ? t('deposits.last_used') : null
  return (
    <Radio
      value={tab}
      autoFocus={props.hasFocus}
      aria-label={mark === null ? name : `${name}, ${mark}`}
      aria-describedby={factsId}
      className={
        'target group flex cursor-pointer flex-col gap-1.5 rounded-field border border-line bg-surface px-3 py-2.5 transition-colors ' +
        'data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-ink ' +
        'data-hovered:border-edge data-selected:border-accent data-selected:bg-accent-soft'
      }
    >
      <span className="flex items-center gap-2">
        <MethodIcon tab={tab} />
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      </span>
      <span className="text-13 text-muted">
        {description.shortTime}
        {mark !== null && <span className="block font-medium text-accent-ink">{mark}</span>}
      </span>
      <span id={factsId} className="sr-only">
        {[description.cost, description.limits, description.time, description.needs, description.money]
          .filter((fact) => fact !== null)
          .join('; ')}
      </span>
    </Radio>
  )
}

function MethodFacts({ description }: { readonly description: MethodDescription }) {
  const t = useTranslate()
  const facts = [
    ['cost', description.cost],
    ['limits', description.limits],
    ['time', description.time],
    ['needs', description.needs],
    ['money', description.money],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13 sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
      {facts.map(
        ([id, text]) =>
          text !== null && (
            <Fragment key={id}>
              <dt className="text-muted">{t(`deposits.fact_${id}`)}</dt>
              <dd>{text}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** Scrolls to the methods, for links that lead to one from elsewhere. */
export function scrollToMethods(): void {
  document.getElementById('funding-methods')?.scrollIntoView({ block: 'start' })
}
