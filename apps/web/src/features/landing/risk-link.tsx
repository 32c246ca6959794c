import { Link } from '@tanstack/react-router'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'

export function RiskLink() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <Link to={paths.page(lang, 'risk')} className="text-accent-ink hover:underline">
      {t('landing.risk_more')}
    </Link>
  )
}
