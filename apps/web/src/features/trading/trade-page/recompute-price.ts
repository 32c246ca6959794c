import { stepMs } from '@tradefront/rules/trading/closing-price'
import {
  buildDayPath,
  computeMinute,
  getStepCounter,
  minuteWalkBytes,
  minuteWalkCounter,
  stepBytes,
  stepsPerMinute,
} from '@tradefront/rules/trading/simulated-prices'
import { findSymbol, toPoints, toPrice } from '@tradefront/rules/trading/symbols'

const dayMs = 86_400_000
const minuteMs = stepMs * stepsPerMinute

/** Facts of a UTC day whose seed is published. */
export type SeedFacts = {
  readonly symbol: string
  /** Hexadecimal. */
  readonly seed: string
  readonly startPrice: number
}

/** SHA-256 in hexadecimal, to compare with what was published before the day. */
export async function hashSeed(seed: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(seed))))
}

/**
 * Computes prices of a day from its seed alone, as docs/trading.md describes. Null for a symbol without simulated prices.
 * @param times ms since 1970, all on the day of the seed
 */
export async function recomputePrices(facts: SeedFacts, times: readonly number[]): Promise<number[] | null> {
  const symbol = findSymbol(facts.symbol)
  if (symbol === undefined) return null
  const key = await deriveKey(facts)
  const walk = await readKeystream(key, minuteWalkCounter, minuteWalkBytes)
  const path = buildDayPath(symbol, toPoints(facts.startPrice, symbol.digits), walk)
  const minutes = new Map<number, Float64Array>()
  const prices: number[] = []
  for (const atMs of times) {
    const sinceMidnight = atMs % dayMs
    const minute = Math.floor(sinceMidnight / minuteMs)
    const steps =
      minutes.get(minute) ?? computeMinute(path, minute, await readKeystream(key, getStepCounter(minute), stepBytes))
    minutes.set(minute, steps)
    prices.push(toPrice(steps[Math.floor((sinceMidnight % minuteMs) / stepMs)] ?? 0, symbol.digits))
  }
  return prices
}

async function deriveKey({ seed, symbol }: SeedFacts): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', fromHex(seed), hmac, false, ['sign'])
  const bytes = await crypto.subtle.sign('HMAC', secret, new TextEncoder().encode(symbol))
  return crypto.subtle.importKey('raw', bytes, 'AES-CTR', false, ['encrypt'])
}

/** @param counter of blocks of 16 bytes */
async function readKeystream(key: CryptoKey, counter: number, bytes: number): Promise<Uint8Array> {
  const block = new Uint8Array(16)
  new DataView(block.buffer).setUint32(12, counter)
  const zeros = new Uint8Array(bytes)
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CTR', counter: block, length: 32 }, key, zeros))
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
