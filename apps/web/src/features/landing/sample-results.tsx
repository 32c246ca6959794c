import { sampleProfitShare } from '@tradefront/rules/landing/sample-feed'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { RiskLink } from './risk-notice.tsx'
import { SampleFeed } from './sample-feed.tsx'

export function SampleResults() {
  const t = useTranslate()
  return (
    <section
      aria-labelledby="results"
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,29rem)] lg:gap-16"
    >
      <div className="flex flex-col gap-4 lg:sticky lg:top-10">
        <h2 id="results" className="text-21 font-semibold">
          {t('landing.feed')}
        </h2>
        <p className="max-w-prose text-muted">{t('landing.feed_text', { share: sampleProfitShare })}</p>
        <p>
          <RiskLink />
        </p>
      </div>
      <SampleFeed />
    </section>
  )
}
