import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import type { ShownQuery } from './query-view.tsx'

/** A page of rows. `next` continues after it, faster than an offset does. */
export type RowsPage<Row> = { readonly rows: readonly Row[]; readonly total: number; readonly next: string | null }

export type LoadRows<Row> = (
  page: { readonly limit: number; readonly offset: number; readonly after: string | null },
  signal: AbortSignal,
) => Promise<RowsPage<Row>>

/** Loads rows of a long list, only the pages that are on the screen. The list must not change: its range ends at a fixed time. */
export function useRows<Row>(key: readonly unknown[], pageSize: number, load: LoadRows<Row>) {
  const queries = useQueryClient()
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const toPage = (index: number): number => Math.floor(index / pageSize)
  // The first page has the total.
  const numbers = [...new Set([0, ...range(toPage(shown.first), toPage(shown.last))])]
  const pageKey = (number: number): readonly unknown[] => [...key, 'page', number]
  const getPageQuery = (number: number) => ({
    queryKey: pageKey(number),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
      const before = queries.getQueryData<RowsPage<Row>>(pageKey(number - 1))
      return load({ limit: pageSize, offset: number * pageSize, after: before?.next ?? null }, signal)
    },
    staleTime: Infinity,
  })
  const pages = useQueries({ queries: numbers.map(getPageQuery) })
  const first = pages[0]
  const failed = pages.filter(({ isError }) => isError)
  const byNumber = new Map(numbers.map((number, index) => [number, pages[index]?.data]))
  const getRow = (index: number): Row | undefined =>
    (byNumber.get(toPage(index)) ?? queries.getQueryData<RowsPage<Row>>(pageKey(toPage(index))))?.rows[index % pageSize]
  const onShow = useCallback(
    (firstIndex: number, lastIndex: number) =>
      setShown((now) =>
        now.first === firstIndex && now.last === lastIndex ? now : { first: firstIndex, last: lastIndex },
      ),
    [],
  )
  const query: ShownQuery<number> = {
    data: first?.data?.total,
    isError: first?.isError === true,
    isPartMissing: failed.length > 0,
    isPaused: first?.isPaused === true,
    refetch: () => Promise.all(failed.map((page) => page.refetch())),
  }
  return {
    /** This query has the number of rows. */
    query,
    getRow,
    /** Loads the first `count` rows, or all if there are fewer. Throws an ApiError. */
    loadFirst: async (count: number): Promise<readonly Row[]> => {
      const rows: Row[] = []
      for (let number = 0, total = 1; rows.length < Math.min(count, total); number += 1) {
        // Pages are loaded one after the other: each page continues the one before.
        const page = await queries.fetchQuery(getPageQuery(number))
        total = page.rows.length === 0 ? 0 : page.total
        rows.push(...page.rows)
      }
      return rows.slice(0, count)
    },
    onShow,
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
