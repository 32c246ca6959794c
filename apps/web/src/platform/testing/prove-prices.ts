import type { TradeProof } from '@tradefront/contract/trading'
import { computeRandomness } from '@tradefront/rules/trading/beacon/beacon-round'
import { createBeaconSigner } from '@tradefront/rules/trading/beacon/beacon-signer'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import {
  deriveSymbolKey,
  epochMs,
  getEpochRound,
  getEpochStart,
  walkVersion,
} from '@tradefront/rules/trading/walk/epoch'
import { extendWindow, findKnownPoints, openWindow } from '@tradefront/rules/trading/walk/price-window'
import {
  computePath,
  computeRoot,
  deriveSeed,
  getWindowIndex,
  getWindowStart,
  windowMs,
  windowsPerDay,
} from '@tradefront/rules/trading/walk/seed-tree'

const signer = createBeaconSigner(new Uint8Array(32).fill(7), 1_700_000_001, 'test')
const secret = new Uint8Array(32).fill(5)
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

export type ProvedPrices = { readonly proof: TradeProof; readonly points: readonly number[] }

/**
 * Makes prices of EUR/USD as a server does, with their proof.
 * @param times in order, within five minutes
 */
export function provePrices(times: readonly number[]): ProvedPrices {
  const symbol = findSymbol('EURUSD')
  const [firstMs, lastMs] = [times[0] ?? 0, times.at(-1) ?? 0]
  if (symbol === undefined) throw new Error('no symbol')
  const startMs = getWindowStart(firstMs)
  const midnightMs = startMs - (startMs % 86_400_000)
  const seeds = Array.from({ length: windowsPerDay }, (_, index) => deriveSeed(secret, midnightMs + index * windowMs))
  const index = getWindowIndex(startMs)
  const { chain } = signer
  const fromMs = getEpochStart(firstMs)
  const count = (getEpochStart(lastMs) - fromMs) / epochMs + 1
  const rounds = Array.from({ length: count }, (_, epoch) => signer.signRound(getEpochRound(chain, fromMs) + epoch))
  const signatures = new Map(rounds.map(({ round, signature }) => [round, signature]))
  const from = { epochStartMs: fromMs, startPoints: 108_420, sum: 0 }
  const window = { ...openWindow({ ...from, epochStartMs: startMs }), state: from }
  const key = deriveSymbolKey(seeds[index] ?? secret, symbol.name)
  const walked = extendWindow({ symbol, gaps: [] }, window, key, (epochStartMs) => {
    const signature = signatures.get(getEpochRound(chain, epochStartMs))
    return signature === undefined ? undefined : computeRandomness(signature)
  })
  const points = times.map((atMs) => findKnownPoints(walked, atMs) ?? 0)
  const seed = {
    windowStartMs: startMs,
    seed: toHex(seeds[index] ?? secret),
    path: computePath(seeds, index).map(toHex),
  }
  const prices = times.map((atMs, place) => ({ atMs, points: points[place] ?? 0 }))
  const date = new Date(startMs).toISOString().slice(0, 10)
  return {
    points,
    proof: {
      publicAtMs: startMs + windowMs,
      proofs: [{ version: walkVersion, from, to: null, seeds: [seed], rounds, prices }],
      days: [{ date, root: toHex(computeRoot(seeds)), announcedAtMs: midnightMs - 604_800_000 }],
      gaps: [],
      chain,
    },
  }
}
