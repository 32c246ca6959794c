/** Names a request from the browser to the log and to the providers that it asks. Upper case, so that it can be read out to support. */
export const requestIdHeader = 'x-request-id'

const bytesOfId = 5
const requestIdPattern = /^[0-9A-F]{10}$/

/** Whether a browser could have made it: anyone can send anything. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && requestIdPattern.test(text)
}

/** @param fillRandom like `crypto.getRandomValues` */
export function createRequestId(fillRandom: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  const bytes = fillRandom(new Uint8Array(bytesOfId))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}
