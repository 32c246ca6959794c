import type { Freshness } from '@tradefront/contract/domain/news'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useNow } from './use-now.ts'

/** Nothing was ever loaded (spec: account 8). */
export function LoadFailure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const t = useTranslate()
  return (
    <Banner
      tone="danger"
      title={t('news.load_failed')}
      action={<Button onPress={onRetry}>{t('shell.retry')}</Button>}
      isUrgent
    >
      {text}
    </Banner>
  )
}

/** Says that the content is invented, and how old it is if that matters. */
export function FreshnessNote(props: {
  readonly freshness: Freshness
  readonly staleText: string
  /** The server could not be asked again. */
  readonly hasFailed: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useNow()
  const { updatedAtMs, isStale, isSample } = props.freshness
  return (
    <>
      {isSample && <SampleNote />}
      {props.hasFailed && <Banner tone="warn">{t('news.refresh_failed')}</Banner>}
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

/** Rows in the shape of what comes. */
export function RowsSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16" {...(row === 0 && { label: t('news.loading') })} />
      ))}
    </div>
  )
}
