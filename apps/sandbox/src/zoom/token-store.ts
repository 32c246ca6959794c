import { randomBytes } from 'node:crypto'

import { buildZoomFieldNames } from '@tradefront/processors/zoom/simulator'

/** Tokens that are kept in memory for at most an hour. Cards are not stored. */
export type ZoomTokenStore = {
  /** Issues a token, or returns which field is wrong. */
  readonly issueToken: (
    sessionKey: string,
    fields: Readonly<Record<string, string>>,
    nowMs: number,
  ) => { token: string } | { error: string }
  /** Uses a token. Each one works only once. */
  readonly consumeToken: (sessionKey: string, token: string, nowMs: number) => boolean
}

const lifetimeMs = 3_600_000

export function createZoomTokenStore(): ZoomTokenStore {
  const tokens = new Map<string, { token: string; untilMs: number }>()
  return {
    issueToken: (sessionKey, fields, nowMs) => {
      const names = buildZoomFieldNames(sessionKey)
      const number = (fields[names.number] ?? '').replaceAll(/[ -]/g, '')
      const [month = 0, year = 0] = (fields[names.expiry] ?? '').split('/').map(Number)
      const expiresAtMs = Date.UTC(year < 100 ? 2000 + year : year, month, 1)
      // The number is empty for a saved card: the server has sent it with the session.
      const isNumber = number === '' || (/^\d{12,19}$/.test(number) && isLuhn(number))
      if (!isNumber) return { error: 'number' }
      if (!(month >= 1 && month <= 12) || expiresAtMs <= nowMs) return { error: 'expiry' }
      if (!/^\d{3,4}$/.test(fields[names.code] ?? '')) return { error: 'code' }
      const token = `tok_${randomBytes(16).toString('hex')}`
      for (const [key, { untilMs }] of tokens) if (untilMs <= nowMs) tokens.delete(key)
      tokens.set(sessionKey, { token, untilMs: nowMs + lifetimeMs })
      return { token }
    },
    consumeToken: (sessionKey, token, nowMs) => {
      const stored = tokens.get(sessionKey)
      if (stored?.token !== token || stored.untilMs <= nowMs) return false
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
