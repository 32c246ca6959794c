import { useTranslate } from './i18n/i18n.ts'

/** Beside the name of the site, while a part of it is the sandbox. A phone has no room for both words. */
export function TestSiteBadge() {
  const t = useTranslate()
  return (
    <span className="rounded-full max-sm:min-w-0 max-sm:truncate sm:shrink-0 bg-warn-soft px-2 py-0.5 text-13 font-medium whitespace-nowrap text-warn">
      <span className="max-sm:hidden">{t('shell.test_site')}</span>
      <span className="sm:hidden">{t('shell.test_site_short')}</span>
    </span>
  )
}
