import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { documentsKey, documentsQuery, type KindView } from './api.ts'
import { DocumentKindSection } from './document-kind-section.tsx'
import { VerificationSummary } from './verification-summary.tsx'

/**
 * List of documents. `only="refused"`: spec account 2, corrupted-info variant.
 * @param first the kind that a link leads to
 */
export function DocumentsSection({ only, first }: { readonly only?: 'refused'; readonly first?: DocumentKind }) {
  const t = useTranslate()
  const query = useQuery(documentsQuery)
  const refresh = useRefreshDocuments()
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (!isLoaded || first === undefined) return
    const title = document.getElementById(`document-${first}`)
    title?.focus({ preventScroll: true })
    title?.scrollIntoView({ block: 'center' })
  }, [isLoaded, first])
  return (
    <div className="flex flex-col gap-6">
      <QueryView
        query={query}
        name={t('documents.title')}
        skeleton={
          <>
            <Skeleton className="h-16" />
            <Skeleton className="h-96" />
          </>
        }
      >
        {(reply) => {
          const isVerified = reply.verification === 'Full'
          const list = { kinds: reply.kinds, isVerified, onChanged: refresh }
          if (only === 'refused') return <ResubmissionList {...list} />
          return (
            <>
              <VerificationSummary {...reply} />
              <ExpandableList {...list} isComplete={!isVerified || first !== undefined} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

type DocumentListProps = {
  readonly kinds: readonly KindView[]
  readonly isVerified: boolean
  readonly onChanged: () => Promise<void>
}

/**
 * A list with the kinds of which nothing was sent behind a button, unless it is complete when it opens. A push that verifies the trader
 * hides nothing.
 */
function ExpandableList({ isComplete, ...list }: DocumentListProps & { readonly isComplete: boolean }) {
  const t = useTranslate()
  const [isExpanded, setExpanded] = useState(isComplete)
  const shown = list.kinds.filter(({ state }) => isExpanded || state !== 'none')
  return (
    <>
      {shown.length > 0 && <DocumentKindList shown={shown} {...list} />}
      {shown.length < list.kinds.length && (
        <Button size="sm" className="self-start" onPress={() => setExpanded(true)}>
          {t('documents.offer')}
        </Button>
      )}
    </>
  )
}

/** A list of the kinds that were refused when it opened. They stay while they are sent again. */
function ResubmissionList(list: DocumentListProps) {
  const t = useTranslate()
  const { kinds } = list
  const [refused] = useState(() => kinds.filter(({ reason }) => reason !== null).map(({ kind }) => kind))
  const shown = kinds.filter(({ kind, reason }) => reason !== null || refused.includes(kind))
  if (shown.length === 0) {
    return <EmptyState title={t('documents.again_empty')}>{t('documents.again_empty_text')}</EmptyState>
  }
  return <DocumentKindList shown={shown} {...list} />
}

/**
 * A list of kinds.
 * @param kinds all of them: those that are not shown can be required as well
 */
function DocumentKindList(props: DocumentListProps & { readonly shown: readonly KindView[] }) {
  const { kinds, shown, isVerified, onChanged } = props
  const required = kinds.filter((kind) => kind.required)
  return (
    <Card padding="inline" className="flex flex-col divide-y divide-line">
      {shown.map((view) => (
        <DocumentKindSection
          key={view.kind}
          view={view}
          others={required.filter(({ kind }) => kind !== view.kind)}
          isVerified={isVerified}
          onChanged={onChanged}
        />
      ))}
    </Card>
  )
}

/** Returns a function that reloads the documents, and reloads them on pushes. */
function useRefreshDocuments(): () => Promise<void> {
  const queries = useQueryClient()
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: documentsKey }), [queries])
  useLiveEvent('user', () => void refresh())
  useLiveEvent('refresh', () => void refresh())
  return refresh
}
