import { createHash } from 'node:crypto'

/** A payment that has arrived on one of our bank accounts. */
export type BankPayment = {
  /** The bank's reference of the entry, or a hash of the row. */
  readonly key: string
  /** YYYY-MM-DD. */
  readonly bookedOn: string
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  readonly payer: string
  readonly words: string
}

export type BankStatement = { readonly account: string; readonly payments: readonly BankPayment[] }

/**
 * Adds the key of each row. @param reference of the bank; if it is empty, equal rows of a statement are numbered, so that each is imported
 * once
 */
export function addKeys(
  rows: readonly (Omit<BankPayment, 'key'> & { readonly reference: string })[],
): readonly BankPayment[] {
  const counts = new Map<string, number>()
  return rows.map(({ reference, ...row }) => {
    if (reference !== '') return { ...row, key: `entry:${reference}` }
    const facts = JSON.stringify([row.bookedOn, row.amount, row.currency, row.payer, row.words])
    const count = (counts.get(facts) ?? 0) + 1
    counts.set(facts, count)
    return { ...row, key: `row:${createHash('sha256').update(facts).digest('hex')}/${count}` }
  })
}

/** Writes the number of an account without spaces and in capital letters. */
export const toAccount = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

/** Shortens a text to one line of the length that the database keeps. */
export const toLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 500)

/** Reads an amount in major units with at most two decimals. Returns minor units; null if the text is no amount. */
export function readAmount(text: string): number | null {
  if (!/^[+-]?\d{1,12}(?:[.,]\d{1,2})?$/.test(text)) return null
  const amount = Math.round(Number(text.replace(',', '.')) * 100)
  return amount === 0 ? null : amount
}

/** Reads a day written as YYYY-MM-DD, also with a time behind it. Returns null if there is no such day. */
export function readDay(text: string): string | null {
  const day = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text)?.[0]
  if (day === undefined) return null
  const at = new Date(day)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null
}
