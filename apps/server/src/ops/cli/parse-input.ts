import { toMinor } from '@tradefront/rules/ledger/money'

import { exitCodes, Refusal } from './cli-error.ts'

const dayMs = 86_400_000

function wrong(sentence: string): Refusal {
  return new Refusal(sentence, exitCodes.usage)
}

/** A whole number from 1 on; undefined when it was not given. */
export function readCount(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!/^\d{1,9}$/.test(text) || count < 1 || count > most)
    throw wrong(`${name} must be a whole number from 1 to ${most}.`)
  return count
}

export function readLimit(text: string | undefined): number {
  return readCount(text, '--limit', 10_000) ?? 100
}

/** The beginning of a day, or a time, UTC; undefined when it was not given. */
export function readDay(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const at = new Date(isDay ? `${text}T00:00:00Z` : text)
  const isReal = !Number.isNaN(at.getTime()) && (!isDay || at.toISOString().startsWith(text))
  if (!isReal || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) || Math.abs(at.getTime()) > 100_000 * dayMs)
    throw wrong(`${name} must be a day such as 2026-11-21, or a time such as 2026-11-21T07:00:00Z.`)
  return at
}

/** An amount in major units as it is written on a statement, exactly; minor units. */
export function readAmount(text: string, currency: string): number {
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw wrong(`--paid must be an amount such as 1000.00, not "${text.slice(0, 40)}".`)
  return toMinor(Number(text), currency)
}
