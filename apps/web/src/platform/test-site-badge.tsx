import FlaskConical from 'lucide-react/icons/flask-conical'

import { useTranslate } from './i18n/i18n.ts'

/** Beside the name of the site, while a part of it is the sandbox. A phone has no room for the words: the foot of the page has them. */
export function TestSiteBadge() {
  const t = useTranslate()
  return (
    <span className="shrink-0 rounded-full bg-warn-soft px-2 py-0.5 text-13 font-medium whitespace-nowrap text-warn">
      <FlaskConical size={16} aria-hidden className="sm:hidden" />
      <span className="max-sm:sr-only">{t('shell.test_site')}</span>
    </span>
  )
}
