import { createHash } from 'node:crypto'

/** Names of the hidden form's fields for one session: different every time, so that no script can know them beforehand. */
export function createZoomFieldNames(sessionKey: string): { number: string; code: string; expiry: string } {
  const name = (purpose: string) =>
    `f${createHash('sha256').update(`${sessionKey}:${purpose}`).digest('hex').slice(0, 10)}`
  return { number: name('number'), code: name('code'), expiry: name('expiry') }
}
