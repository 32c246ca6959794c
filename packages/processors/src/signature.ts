/** The header in which calls between server and processors are signed, both ways: `t=<ms since 1970>,v1=<hex>`. */
export const signatureHeader = 'x-signature'

/** How far the signer's clock and ours may differ, ms; a recorded call can't be sent again later. */
export const signatureWindowMs = 300_000

/** HMAC-SHA-256 of a text under the shared secret, in hex. Given by the app: the packages have no crypto of their own. */
export type ComputeMac = (text: string) => string

/** The header's value for a body as it goes over the wire. */
export function signBody(mac: ComputeMac, body: string, nowMs: number): string {
  return `t=${nowMs},v1=${mac(`${nowMs}.${body}`)}`
}

/** Whether the header was made over this very body with the shared secret, not more than five minutes from now. */
export function verifySignature(mac: ComputeMac, header: unknown, body: string, nowMs: number): boolean {
  const parts = typeof header === 'string' ? /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) : null
  const [, time = '', signature = ''] = parts ?? []
  if (parts === null || Math.abs(nowMs - Number(time)) > signatureWindowMs) return false
  return isEqualInConstantTime(mac(`${time}.${body}`), signature)
}

/** Takes equally long wherever the first difference is. */
function isEqualInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
