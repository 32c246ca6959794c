import { isUtf8 } from 'node:buffer'

import { emergencyActor } from '@tradefront/contract/operator-actions'
import { toMinor } from '@tradefront/rules/ledger/money'
import type { OptionValues } from 'commander'

import type { Operator } from '../../platform/audit.ts'
import { dayMs } from '../../platform/clock.ts'
import { usageError } from './cli-error.ts'

export function parseCount(option: string, max: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (!/^\d{1,9}$/.test(text) || count < 1 || count > max)
      throw usageError(`${option} must be a whole number from 1 to ${max}.`)
    return count
  }
}

/** Parses a time in UTC; a day means its start. */
export function parseDay(option: string): (text: string) => Date {
  return (text) => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text)
    const at = new Date(isDay ? `${text}T00:00:00Z` : text)
    const isValid = !Number.isNaN(at.getTime()) && (!isDay || at.toISOString().startsWith(text))
    if (!isValid || !/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) || Math.abs(at.getTime()) > 100_000 * dayMs)
      throw usageError(`${option} must be a day such as 2026-11-21, or a time such as 2026-11-21T07:00:00Z.`)
    return at
  }
}

/** Converts major units to minor units. */
export function parseAmount(text: string, currency: string, option = '--paid'): number {
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw usageError(`${option} must be an amount such as 1000.00, not "${text.slice(0, 40)}".`)
  return toMinor(Number(text), currency)
}

/** Returns who acts: the account of the operating system. The reason is `--why`. */
export function parseOperator(
  options: OptionValues,
  osUser: string,
  isMutating: boolean,
  fail: (message: string) => never,
): Operator {
  const { why }: OptionValues = options
  const account = { actor: emergencyActor, osUser }
  if (!isMutating) return account
  if (typeof why !== 'string') return fail('This changes something: say why, with --why "…".')
  if (!isPlainText(why.trim(), 3, 500)) return fail('--why must be a reason of 3 to 500 characters.')
  if (hasCardNumber(why)) return fail('--why is kept forever and must not contain a card number.')
  return { ...account, reason: why.trim() }
}

/** Parses text that a trader reads on screens and in mails. */
export function parseTraderText(text: string | undefined, option: string): string {
  const trimmed = text?.trim() ?? ''
  if (!isPlainText(trimmed, 3, 300))
    throw usageError(`Write why, in 3 to 300 characters on one line; the trader reads it: ${option} "…".`)
  if (hasCardNumber(trimmed)) throw usageError(`${option} is kept forever and must not contain a card number.`)
  return trimmed
}

function hasCardNumber(text: string): boolean {
  return /\d{13}/.test(text.replaceAll(/[ -]/g, ''))
}

function isPlainText(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && !/\p{Cc}/u.test(text) && isUtf8(Buffer.from(text))
}
