import TriangleAlert from 'lucide-react/icons/triangle-alert'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'

export function RiskNotice() {
  const t = useTranslate()
  return (
    <section aria-labelledby="risk" className="flex gap-4 border-s-2 border-warn ps-5">
      <TriangleAlert size={20} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="flex flex-col gap-2">
        <h2 id="risk" className="text-17 font-semibold">
          {t('landing.risk')}
        </h2>
        <p className="max-w-prose text-muted">{t('landing.risk_text')}</p>
        <p>
          <RiskLink />
        </p>
      </div>
    </section>
  )
}

export function RiskLink() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <a href={paths.page(lang, 'risk')} className="text-accent-ink hover:underline">
      {t('landing.risk_more')}
    </a>
  )
}
