import { infiniteQueryOptions } from '@tanstack/react-query'
import type { DeskTopic } from '@tradefront/contract/desk-live'

import { maxCsvRows } from './csv.ts'
import { follow } from './live.ts'

/** A list that is loaded in pages. */
export type PagedList<Row> = {
  readonly key: readonly unknown[]
  /** @param before what `toCursor` makes of the last row of the page before */
  readonly load: (
    before: string | undefined,
    signal?: AbortSignal,
  ) => Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }>
  readonly toCursor: (row: Row) => string
  readonly topics: readonly DeskTopic[]
}

/** For `useInfiniteQuery`: the rows of all pages that were loaded. */
export function pagedQuery<Row>({ key, load, toCursor, topics }: PagedList<Row>) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ rows, hasMore }) => {
      const last = rows.at(-1)
      return hasMore && last !== undefined ? toCursor(last) : null
    },
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    ...follow(topics),
  })
}

/** The first rows of a list, as many as a file has. */
export async function loadRows<Row>({ load, toCursor }: Pick<PagedList<Row>, 'load' | 'toCursor'>): Promise<Row[]> {
  const found: Row[] = []
  for (let before: string | undefined; found.length < maxCsvRows;) {
    const { rows, hasMore } = await load(before)
    found.push(...rows)
    const last = rows.at(-1)
    if (!hasMore || last === undefined) break
    before = toCursor(last)
  }
  return found.slice(0, maxCsvRows)
}
