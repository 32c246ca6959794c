import type { DocumentKind } from '@tradefront/rules/documents/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { documentsKey, documentsQuery, type KindView } from './api.ts'
import { DocumentKindSection } from './document-kind-section.tsx'
import { VerificationBanner } from './verification-banner.tsx'

/** `only="refused"`: spec account 2, corrupted-info variant. @param first the kind that a link leads to */
export function DocumentsSection({
  only,
  first,
}: {
  readonly only?: 'refused' | undefined
  readonly first?: DocumentKind | undefined
}) {
  const t = useTranslate()
  const { data, isError, refetch } = useQuery(documentsQuery)
  const refresh = useRefreshDocuments()
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded || first === undefined) return
    const title = document.getElementById(`document-${first}`)
    title?.focus({ preventScroll: true })
    title?.scrollIntoView({ block: 'center' })
  }, [isLoaded, first])
  if (isError && data === undefined) {
    return (
      <Banner tone="danger" isUrgent action={<Button onPress={() => void refetch()}>{t('shell.retry')}</Button>}>
        {t('documents.load_failed')}
      </Banner>
    )
  }
  if (data === undefined) return <DocumentsSkeleton />
  const isVerified = data.verification === 'Full'
  if (only === 'refused') return <ResubmissionList kinds={data.kinds} isVerified={isVerified} onChanged={refresh} />
  return (
    <div className="flex flex-col gap-6">
      <VerificationBanner verification={data.verification} kinds={data.kinds} />
      <DocumentKindList kinds={data.kinds} isVerified={isVerified} onChanged={refresh} />
    </div>
  )
}

type DocumentKindListProps = {
  readonly kinds: readonly KindView[]
  readonly isVerified: boolean
  readonly onChanged: () => Promise<void>
}

function DocumentKindList({ kinds, isVerified, onChanged }: DocumentKindListProps) {
  return (
    <Card padding="inline" className="flex flex-col divide-y divide-line">
      {kinds.map((view) => (
        <DocumentKindSection key={view.kind} view={view} isVerified={isVerified} onChanged={onChanged} />
      ))}
    </Card>
  )
}

/** Kinds that were refused on opening stay while they are sent again. */
function ResubmissionList({ kinds, ...rest }: DocumentKindListProps) {
  const t = useTranslate()
  const [refused] = useState(() => kinds.filter(({ reason }) => reason !== null).map(({ kind }) => kind))
  const shown = kinds.filter(({ kind, reason }) => reason !== null || refused.includes(kind))
  if (shown.length === 0) {
    return <EmptyState title={t('documents.again_empty')}>{t('documents.again_empty_text')}</EmptyState>
  }
  return <DocumentKindList kinds={shown} {...rest} />
}

/** Also reloads on pushes. */
function useRefreshDocuments(): () => Promise<void> {
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: documentsKey }), [queries])
  useLiveEvent('user', () => void refresh())
  useLiveEvent('refresh', () => void refresh())
  return refresh
}

function DocumentsSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-16" label={t('documents.loading')} />
      <Skeleton className="h-96" />
    </div>
  )
}
