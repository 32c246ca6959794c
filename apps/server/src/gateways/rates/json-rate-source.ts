import { rateCodes } from '@tradefront/rules/rates/rate-codes'
import type { Agent } from 'undici'

import type { Clock } from '../../platform/clock.ts'
import type { RateFields } from '../../platform/config/chain-settings.ts'
import { type RateSource, RateSourceError } from './rate-source.ts'

const timeoutMs = 10_000
const maxResponseBytes = 1024 * 1024
/** A rate outside of these bounds is a mistake of the source. */
const plausible = { min: 0.000_001, max: 100_000_000 }

/** Reads rates from any HTTP address that replies with JSON; `fields` say where each rate is, and its own time if it has one. */
export function createJsonRateSource({
  url,
  fields,
  clock,
}: {
  readonly url: string
  readonly fields: RateFields
  readonly clock: Clock
}): RateSource {
  const codes = rateCodes.filter((code) => fields[code] !== undefined)
  let agent: Agent | null = null

  const readJson = async (): Promise<unknown> => {
    // Loaded on demand, to keep the start fast.
    const { Agent: HttpAgent, request } = await import('undici')
    agent ??= new HttpAgent({ connections: 1, maxResponseSize: maxResponseBytes })
    try {
      const response = await request(url, {
        dispatcher: agent,
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.body.text()
      if (response.statusCode !== 200) throw new RateSourceError(`The source of rates answered ${response.statusCode}`)
      return JSON.parse(text)
    } catch (error) {
      if (error instanceof RateSourceError) throw error
      throw new RateSourceError('The source of rates did not answer, or not with JSON')
    }
  }

  return {
    codes,
    async fetchRates() {
      const at = clock.now()
      const json = await readJson()
      const found = codes.flatMap((code) => {
        const rate = readNumber(json, fields[code])
        return rate === null ? [] : [[code, rate] as const]
      })
      if (found.length === 0) throw new RateSourceError('The source of rates has no rate')
      if (fields.time === undefined) return { rates: Object.fromEntries(found), at }
      const ownAt = readTime(json, fields.time)
      if (ownAt === null) throw new RateSourceError('The source of rates does not say how old they are')
      return { rates: Object.fromEntries(found), at: ownAt < at ? ownAt : at }
    },
    close: () => void agent?.destroy(),
  }
}

/** Reads a number, or a number as text. Returns null if there is none at the path. */
function readNumber(json: unknown, path: readonly string[] | undefined): number | null {
  const number = path === undefined ? null : toNumber(readPath(json, path))
  return number !== null && number >= plausible.min && number <= plausible.max ? number : null
}

/** A larger number is a time in milliseconds: in seconds it would be after the year 5138. */
const latestSeconds = 100_000_000_000
/** Format of a date and time with a time zone. Without one, the time zone of the server would be used. */
const dateFormat = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/

function readTime(json: unknown, path: readonly string[]): Date | null {
  const value = readPath(json, path)
  const time = new Date(toNumber(value) === null ? parseDate(value) : toMs(Number(value)))
  return Number.isNaN(time.getTime()) ? null : time
}

function toMs(number: number): number {
  return number < latestSeconds ? number * 1000 : number
}

function parseDate(value: unknown): number {
  return typeof value === 'string' && dateFormat.test(value) ? Date.parse(value) : Number.NaN
}

function toNumber(value: unknown): number | null {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))
  return isNumber ? Number(value) : null
}

function readPath(json: unknown, path: readonly string[]): unknown {
  let value = json
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
