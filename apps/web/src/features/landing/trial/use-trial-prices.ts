import { landingCalls, trialPricesMs } from '@tradefront/contract/landing'
import { useRef, useState } from 'react'

import { request } from '../../../platform/api/request.ts'
import { serverNow, syncServerClock } from '../../../platform/clock.ts'
import { usePolling } from '../use-polling.ts'

const everyMs = 800

export type TrialPrice = { readonly price: number; readonly atMs: number }

/** `payout` is a part of the stake, null before the first answer. `isFailing`: the last request had no answer. */
export type TrialPrices = {
  readonly list: readonly TrialPrice[]
  readonly payout: number | null
  readonly isFailing: boolean
}

const noPrices: TrialPrices = { list: [], payout: null, isFailing: false }

/** Loads the prices of a symbol of the last 90 seconds, in order. */
export function useTrialPrices(symbol: string): TrialPrices {
  const [{ of, prices }, setPrices] = useState({ of: symbol, prices: noPrices })
  const lastMs = useRef(0)
  usePolling(symbol, everyMs, async (signal) => {
    const isNew = of !== symbol
    const after = isNew ? undefined : lastMs.current
    try {
      const {
        quotes = [],
        payout = null,
        nowMs,
      } = await request(landingCalls.listTrialPrices, { body: { symbol, after }, signal })
      if (nowMs !== undefined) syncServerClock(nowMs)
      lastMs.current = quotes.at(-1)?.[1] ?? after ?? 0
      const added = quotes.map(([price, atMs]) => ({ price, atMs }))
      setPrices((before) => ({
        of: symbol,
        prices: addPrices(before.of === symbol ? before.prices.list : [], added, payout),
      }))
    } catch {
      if (!signal.aborted) setPrices((before) => ({ ...before, prices: { ...before.prices, isFailing: true } }))
    }
  })
  return of === symbol ? prices : noPrices
}

function addPrices(list: readonly TrialPrice[], added: readonly TrialPrice[], payout: number | null): TrialPrices {
  const fromMs = serverNow() - trialPricesMs
  return { list: [...list, ...added].filter(({ atMs }) => atMs >= fromMs), payout, isFailing: false }
}
