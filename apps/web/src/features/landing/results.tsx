import { landingCalls } from '@tradefront/contract/landing'
import { recentDays, type RecentResults } from '@tradefront/rules/landing/recent-results'
import { useEffect, useState } from 'react'

import { request } from '../../platform/api/request.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { RiskLink } from './risk-notice.tsx'
import { SampleFeed } from './sample-feed.tsx'

/** Results of real trades. Until there are enough, made-up rows that are marked as a sample (spec: account 3, 9). */
export function Results() {
  const t = useTranslate()
  const results = useRecentResults()
  const [title, text] =
    results === null
      ? [t('landing.feed'), t('landing.feed_text')]
      : [t('landing.results'), t('landing.results_text', { days: recentDays, trades: results.trades })]
  return (
    <section
      aria-labelledby="results"
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,29rem)] lg:gap-16"
    >
      <div className="flex flex-col gap-4 lg:sticky lg:top-24">
        <h2 id="results" className="text-21 font-semibold">
          {title}
        </h2>
        <p className="max-w-prose text-muted">{text}</p>
        <p>
          <RiskLink />
        </p>
      </div>
      {results === null ? <SampleFeed /> : <Figures {...results} />}
    </section>
  )
}

function Figures({ won, lost, average }: RecentResults) {
  const t = useTranslate()
  const format = useFormat()
  const figures = [
    { name: t('landing.results_won'), value: format.percent(won) },
    { name: t('landing.results_lost'), value: format.percent(lost) },
    { name: t('landing.results_average'), value: format.percent(average, 1) },
  ]
  return (
    <dl className="grid divide-y divide-line rounded-card border border-line bg-surface">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex items-baseline justify-between gap-4 px-5 py-4">
          <dt className="text-muted">{name}</dt>
          <dd className="tabular text-28 font-semibold">
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Loads the results. Null: there are too few trades, or no answer. */
function useRecentResults(): RecentResults | null {
  const [results, setResults] = useState<RecentResults | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const reply = await request(landingCalls.getRecentResults, { signal: abort.signal }).catch(() => null)
      if (reply !== null && !abort.signal.aborted) setResults(reply.results)
    }
    void load()
    return () => abort.abort()
  }, [])
  return results
}
