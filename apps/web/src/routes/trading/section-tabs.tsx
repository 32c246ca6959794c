import { Link } from '@tanstack/react-router'
import type { TextKey } from '@tradefront/texts/keys'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TabNav, tabLinkClass } from '../../ui/layout/tab-nav.tsx'

export type SectionTab = { readonly to: string; readonly text: TextKey; readonly isExact?: true }

export function SectionTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly SectionTab[] }) {
  const t = useTranslate()
  return (
    <TabNav label={label}>
      {tabs.map(({ to, text, isExact }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isExact === true, includeSearch: false }}
          className={tabLinkClass}
        >
          {t(text)}
        </Link>
      ))}
    </TabNav>
  )
}
