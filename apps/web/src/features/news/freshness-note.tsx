import type { Freshness } from '@tradefront/contract/domain/news'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useNow } from './use-now.ts'

/** Says that the content is invented, and how old it is if that matters. */
export function FreshnessNote(props: { readonly freshness: Freshness; readonly staleText: string }) {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useNow()
  const { updatedAtMs, isStale, isSample } = props.freshness
  return (
    <>
      {isSample && <SampleNote />}
      {isStale && updatedAtMs !== null && (
        <Banner tone="warn" title={t('news.last_updated', { ago: format.ago(updatedAtMs, nowMs) })}>
          {props.staleText}
        </Banner>
      )}
    </>
  )
}

export function SampleNote() {
  const t = useTranslate()
  return (
    <p className="text-13 text-muted">
      <span className="me-2 rounded-field bg-warn-soft px-2 py-0.5 font-medium text-ink">{t('news.sample')}</span>
      {t('news.sample_text')}
    </p>
  )
}
