import { Link } from '@tanstack/react-router'
import type { TextKey } from '@tradefront/texts/keys'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { cx } from '../../ui/styles/cx.ts'

export type SectionTab = { readonly to: string; readonly text: TextKey; readonly isExact?: true }

/** Links to screens that belong together. A narrow screen scrolls them. */
export function SectionTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly SectionTab[] }) {
  const t = useTranslate()
  return (
    <nav
      aria-label={label}
      className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 print:hidden"
    >
      {tabs.map(({ to, text, isExact }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isExact === true, includeSearch: false }}
          className={cx(navTabClass, 'target -mb-px whitespace-nowrap')}
        >
          {t(text)}
        </Link>
      ))}
    </nav>
  )
}
