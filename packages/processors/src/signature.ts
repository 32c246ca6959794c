/** `t=<ms since 1970>,v1=<hex>`, both ways. */
export const signatureHeader = 'x-signature'

/** Bounds replays. */
export const signatureWindowMs = 300_000

/** HMAC-SHA-256 in hex. Passed in because the packages do no I/O and no crypto. */
export type ComputeMac = (text: string) => string

export function signBody(mac: ComputeMac, body: string, nowMs: number): string {
  return `t=${nowMs},v1=${mac(`${nowMs}.${body}`)}`
}

/** Exactly this body, at most five minutes old. */
export function verifySignature(mac: ComputeMac, header: unknown, body: string, nowMs: number): boolean {
  const parts = typeof header === 'string' ? /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) : null
  const [, time = '', signature = ''] = parts ?? []
  if (parts === null || Math.abs(nowMs - Number(time)) > signatureWindowMs) return false
  return isEqualInConstantTime(mac(`${time}.${body}`), signature)
}

function isEqualInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
