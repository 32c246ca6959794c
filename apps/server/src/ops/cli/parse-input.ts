import { toMinor } from '@tradefront/rules/ledger/money'

import { exitCodes, CliError } from './cli-error.ts'

const dayMs = 86_400_000

function inputError(sentence: string): CliError {
  return new CliError(sentence, exitCodes.usage)
}

/** A whole number from 1 on; undefined when it was not given. */
export function parseCount(text: string | undefined, name: string, max: number): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!/^\d{1,9}$/.test(text) || count < 1 || count > max)
    throw inputError(`${name} must be a whole number from 1 to ${max}.`)
  return count
}

export function parseLimit(text: string | undefined): number {
  return parseCount(text, '--limit', 10_000) ?? 100
}

/** The beginning of a day, or a time, UTC; undefined when it was not given. */
export function parseDay(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const at = new Date(isDay ? `${text}T00:00:00Z` : text)
  const isValid = !Number.isNaN(at.getTime()) && (!isDay || at.toISOString().startsWith(text))
  if (!isValid || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) || Math.abs(at.getTime()) > 100_000 * dayMs)
    throw inputError(`${name} must be a day such as 2026-11-21, or a time such as 2026-11-21T07:00:00Z.`)
  return at
}

/** An amount in major units as it is written on a statement, exactly; minor units. */
export function parseAmount(text: string, currency: string): number {
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw inputError(`--paid must be an amount such as 1000.00, not "${text.slice(0, 40)}".`)
  return toMinor(Number(text), currency)
}
