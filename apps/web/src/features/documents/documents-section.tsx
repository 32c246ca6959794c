import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { useLive } from '../../platform/realtime/live-connection.ts'
import { useTexts } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/surface.tsx'
import { documentsKey, documentsQuery, type KindView } from './api.ts'
import { DocumentPart } from './document-kind-section.tsx'
import { VerificationBanner } from './verification-banner.tsx'

/**
 * Passport, card and signature, and how far verification has come; the documents section of the personal page.
 * `only="refused"` shows what has to be sent again and nothing else (spec: account 2, corrupted-info variant).
 */
export function DocumentsSection({ only }: { readonly only?: 'refused' | undefined }) {
  const t = useTexts()
  const { data, isError, refetch } = useQuery(documentsQuery)
  const refresh = useRefresh()
  if (isError && data === undefined) {
    return (
      <Banner tone="bad" isUrgent action={<Button onPress={() => void refetch()}>{t('shell.retry')}</Button>}>
        {t('documents.load_failed')}
      </Banner>
    )
  }
  if (data === undefined) return <SectionShape />
  const isVerified = data.verification === 'Full'
  if (only === 'refused') return <AgainList kinds={data.kinds} isVerified={isVerified} onChanged={refresh} />
  return (
    <div className="flex flex-col gap-6">
      <VerificationBanner verification={data.verification} kinds={data.kinds} />
      <Parts kinds={data.kinds} isVerified={isVerified} onChanged={refresh} />
    </div>
  )
}

type PartsProps = {
  readonly kinds: readonly KindView[]
  readonly isVerified: boolean
  readonly onChanged: () => Promise<void>
}

function Parts({ kinds, isVerified, onChanged }: PartsProps) {
  return (
    <Card className="flex flex-col divide-y divide-line py-0! sm:py-0!">
      {kinds.map((view) => (
        <DocumentPart key={view.kind} view={view} isVerified={isVerified} onChanged={onChanged} />
      ))}
    </Card>
  )
}

/** What was refused when the page was opened: it stays in sight while it is sent again. */
function AgainList({ kinds, ...rest }: PartsProps) {
  const t = useTexts()
  const [refused] = useState(() => kinds.filter(({ reason }) => reason !== null).map(({ kind }) => kind))
  const shown = kinds.filter(({ kind, reason }) => reason !== null || refused.includes(kind))
  if (shown.length === 0) {
    return <EmptyState title={t('documents.again_empty')}>{t('documents.again_empty_text')}</EmptyState>
  }
  return <Parts kinds={shown} {...rest} />
}

/** Asks again, after a change here or when the server pushed one. */
function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: documentsKey }), [queries])
  useLive('user', () => void refresh())
  useLive('refresh', () => void refresh())
  return refresh
}

function SectionShape() {
  const t = useTexts()
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-16" label={t('documents.loading')} />
      <Skeleton className="h-96" />
    </div>
  )
}
