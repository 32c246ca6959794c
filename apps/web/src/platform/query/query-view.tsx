import type { ReactNode } from 'react'

import { useTranslate } from '../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Result of `useQuery` or `useInfiniteQuery`. */
export type ShownQuery<Data> = {
  readonly data: Data | undefined
  readonly isError: boolean
  /** True without a connection. */
  readonly isPaused: boolean
  readonly refetch: () => unknown
  /** True if some of the rows on the screen are missing. */
  readonly isPartMissing?: boolean
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly isFetchNextPageError?: boolean
  readonly fetchNextPage?: () => unknown
}

/**
 * Shows the data of a query, or its skeleton, its failure, or that there is none. Data stays on the screen when it cannot be loaded again.
 * Lists that have a next page end with a button for it.
 */
export function QueryView<Data>(props: {
  readonly query: ShownQuery<Data>
  /** Title of what is loaded, e.g. `Deposits`. It is part of each message. */
  readonly name: string
  /** Skeleton of the content. */
  readonly skeleton: ReactNode
  /** Returns true for empty data. Null is empty, too. */
  readonly isEmpty?: (data: NonNullable<Data>) => boolean
  readonly empty?: ReactNode
  /** Says what a failure means for the trader, e.g. that nothing was charged. */
  readonly note?: string
  /** Title of the failure, if the specification dictates it. */
  readonly failureTitle?: string
  /** True if the content itself says when it is old. */
  readonly hasOwnStaleNotice?: boolean
  readonly children: (data: NonNullable<Data>) => ReactNode
}) {
  const t = useTranslate()
  const { query, name, note, failureTitle } = props
  const { data } = query
  const retry = <Button onPress={() => void query.refetch()}>{t('shell.retry')}</Button>
  if (data === undefined && query.isError) {
    const failure = t('shell.load_failed', { name })
    const text = [failureTitle === undefined ? '' : failure, note, t('shell.load_failed_text')]
    return (
      <Banner tone="danger" title={failureTitle ?? failure} action={retry} isUrgent>
        {text.filter(Boolean).join(' ')}
      </Banner>
    )
  }
  if (data === undefined) {
    return (
      <>
        <span role="status" className="sr-only">
          {t('shell.loading_name', { name })}
        </span>
        {props.skeleton}
      </>
    )
  }
  const isStale = query.isPaused || (query.isError && !query.isFetchNextPageError)
  return (
    <>
      {isStale && !props.hasOwnStaleNotice && (
        <Banner tone="warn" action={retry}>
          {t('shell.update_failed', { name })} {note}
        </Banner>
      )}
      {query.isPartMissing && (
        <Banner tone="danger" action={retry}>
          {t('shell.part_failed', { name })}
        </Banner>
      )}
      {data === null || props.isEmpty?.(data) ? props.empty : props.children(data)}
      {query.hasNextPage && <NextPage query={query} name={name} />}
    </>
  )
}

/** Joins two queries to one, which continues as the second one does. */
export function joinQueries<First, Second>(
  first: ShownQuery<First>,
  second: ShownQuery<Second>,
): ShownQuery<readonly [First, Second]> {
  return {
    data: first.data === undefined || second.data === undefined ? undefined : [first.data, second.data],
    isError: first.isError || second.isError,
    isPaused: first.isPaused || second.isPaused,
    refetch: () => Promise.all([first.refetch(), second.refetch()]),
    hasNextPage: second.hasNextPage,
    isFetchingNextPage: second.isFetchingNextPage,
    isFetchNextPageError: second.isFetchNextPageError,
    fetchNextPage: second.fetchNextPage,
  }
}

function NextPage<Data>({ query, name }: { readonly query: ShownQuery<Data>; readonly name: string }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col items-center gap-3">
      {query.isFetchNextPageError && (
        <Banner tone="danger" className="self-stretch">
          {t('shell.part_failed', { name })}
        </Banner>
      )}
      <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage?.()}>
        {t('shell.show_more')}
      </Button>
    </div>
  )
}
