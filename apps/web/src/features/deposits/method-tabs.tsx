import type { FundingTab, FundingTabSelection } from '@tradefront/rules/deposits/funding-tabs'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Select } from '../../ui/fields/select.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'

/** Tabs, or a select on a phone. A single method needs no choice. */
export function MethodTabs(props: {
  readonly plan: FundingTabSelection
  readonly selected: FundingTab
  readonly onSelect: (tab: FundingTab) => void
  readonly children: ReactNode
}) {
  const t = useTranslate()
  const isPhone = useMediaQuery('(max-width: 639px)')
  const { plan, selected, onSelect, children } = props
  if (plan.tabs.length < 2) return children
  const options = plan.tabs.map((tab) => ({ id: tab, label: t(`cards.tab_${tab}`) }))
  if (isPhone) {
    return (
      <div className="flex flex-col gap-6">
        <Select label={t('cards.methods')} options={options} value={selected} onChange={onSelect} />
        {children}
      </div>
    )
  }
  const items = options.map((option) => ({ ...option, content: children }))
  return <Tabs label={t('cards.methods')} items={items} value={selected} onChange={onSelect} />
}
