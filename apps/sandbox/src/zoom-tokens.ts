import { randomBytes } from 'node:crypto'

import { zoomFields } from './zoom-fields.ts'

/** Tokens by session, in memory for an hour at most; the card itself is looked at and forgotten. */
export type ZoomTokens = {
  /** Makes a token from the hidden form's fields, or says what is wrong with them. */
  readonly make: (
    sessionKey: string,
    fields: Readonly<Record<string, string>>,
    nowMs: number,
  ) => { token: string } | { error: string }
  /** Whether the token belongs to the session; it works once. */
  readonly take: (sessionKey: string, token: string, nowMs: number) => boolean
}

const lifeMs = 3_600_000

export function createZoomTokens(): ZoomTokens {
  const tokens = new Map<string, { token: string; untilMs: number }>()
  return {
    make: (sessionKey, fields, nowMs) => {
      const names = zoomFields(sessionKey)
      const number = (fields[names.number] ?? '').replaceAll(/[ -]/g, '')
      const [month = 0, year = 0] = (fields[names.expiry] ?? '').split('/').map(Number)
      const lastMs = Date.UTC(year < 100 ? 2000 + year : year, month, 1)
      if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) return { error: 'number' }
      if (!(month >= 1 && month <= 12) || lastMs <= nowMs) return { error: 'expiry' }
      if (!/^\d{3,4}$/.test(fields[names.code] ?? '')) return { error: 'code' }
      const token = `tok_${randomBytes(16).toString('hex')}`
      for (const [key, { untilMs }] of tokens) if (untilMs <= nowMs) tokens.delete(key)
      tokens.set(sessionKey, { token, untilMs: nowMs + lifeMs })
      return { token }
    },
    take: (sessionKey, token, nowMs) => {
      const held = tokens.get(sessionKey)
      if (held?.token !== token || held.untilMs <= nowMs) return false
      return tokens.delete(sessionKey)
    },
  }
}

function isLuhn(number: string): boolean {
  const sum = number
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
