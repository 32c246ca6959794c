import { infiniteQueryOptions } from '@tanstack/react-query'
import { type PastSignalPage, type Signal, toPastSignalPage, toSignal } from '@tradefront/contract/domain/signals'
import { signalsCalls } from '@tradefront/contract/signals'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { request } from '../../platform/api/request.ts'

const refreshMs = 60_000

/** Loads the signals of the last minutes. */
export async function listFreshSignals(signal: AbortSignal): Promise<Signal[]> {
  return (await request(signalsCalls.listSignals, { signal })).map(toSignal)
}

/** Loads an example. Null: there are too few prices for one. */
export async function loadExample(): Promise<Signal | null> {
  const [example] = await request(signalsCalls.listSignals, { body: { test: 1 } })
  return example === undefined ? null : toSignal(example)
}

/**
 * Loads past signals.
 * @param symbol '' for all
 */
export const getPastSignalsQuery = (symbol: string, language: string) =>
  infiniteQueryOptions({
    queryKey: [...callKey(signalsCalls.listPastSignals), symbol, language],
    queryFn: async ({ signal, pageParam }): Promise<PastSignalPage> => {
      const body = { symbol: symbol || undefined, after: pageParam ?? undefined }
      return toPastSignalPage(await performCall(signalsCalls.listPastSignals, { body, signal }))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ hits: pages[0]?.hits ?? [], signals: pages.flatMap((page) => page.signals) }),
    refetchInterval: refreshMs,
  })
