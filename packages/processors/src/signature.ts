/** Header of requests, replies and webhooks. Its value is `t=<ms since 1970>,v1=<hex>`. */
export const signatureHeader = 'x-signature'

/** A signature is refused after this time, so that a recorded request cannot be sent again later. */
export const signatureWindowMs = 300_000

/** Computes HMAC-SHA-256 in hex. It is passed in, because the packages do no I/O and no crypto. */
export type ComputeMac = (secret: string, text: string) => string

/** `path` is the address without scheme and host. */
export type SignedRequest = { readonly method: string; readonly path: string; readonly body: string }

/** `ref` is the reference of the request, or empty. */
export type SignedReply = {
  readonly status: number
  readonly path: string
  readonly ref: string
  readonly body: string
}

export type SecretSettings = {
  readonly sandboxSecret: string
  readonly processorSecrets: ProcessorSecrets
}

/** Secrets by slug. The first one signs; the others are accepted, too, while a secret is replaced. */
export type ProcessorSecrets = Readonly<Record<string, readonly string[]>>

/** Returns a processor's own secrets, else one derived from the sandbox's secret. No processor can sign for another. */
export function getProcessorSecrets(
  mac: ComputeMac,
  settings: SecretSettings,
  slug: string,
): readonly [string, ...string[]] {
  const [first = mac(settings.sandboxSecret, `processor:${slug}`), ...others] = settings.processorSecrets[slug] ?? []
  return [first, ...others]
}

/** Returns the secret that signs. */
export function getProcessorSecret(mac: ComputeMac, settings: SecretSettings, slug: string): string {
  return getProcessorSecrets(mac, settings, slug)[0]
}

export function signRequest(mac: ComputeMac, secret: string, request: SignedRequest, nowMs: number): string {
  return sign(mac, secret, describeRequest(request), nowMs)
}

export function signReply(mac: ComputeMac, secret: string, reply: SignedReply, nowMs: number): string {
  return sign(mac, secret, describeReply(reply), nowMs)
}

/** Checks that exactly this request was signed with one of the secrets, at most five minutes ago. */
export function verifyRequest(
  mac: ComputeMac,
  secrets: readonly string[],
  header: unknown,
  request: SignedRequest,
  nowMs: number,
): boolean {
  return verify(mac, secrets, header, describeRequest(request), nowMs)
}

export function verifyReply(
  mac: ComputeMac,
  secrets: readonly string[],
  header: unknown,
  reply: SignedReply,
  nowMs: number,
): boolean {
  return verify(mac, secrets, header, describeReply(reply), nowMs)
}

// Joins the parts of a request. Only the body, which is last, can contain a line break.
function describeRequest({ method, path, body }: SignedRequest): string {
  return `${method}\n${path}\n${body}`
}

function describeReply({ status, path, ref, body }: SignedReply): string {
  return `${status}\n${path}\n${ref}\n${body}`
}

function sign(mac: ComputeMac, secret: string, text: string, nowMs: number): string {
  return `t=${nowMs},v1=${mac(secret, `${nowMs}\n${text}`)}`
}

function verify(mac: ComputeMac, secrets: readonly string[], header: unknown, text: string, nowMs: number): boolean {
  const parts = typeof header === 'string' ? /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(header) : null
  const [, time = '', signature = ''] = parts ?? []
  if (parts === null || Math.abs(nowMs - Number(time)) > signatureWindowMs) return false
  return secrets.some((secret) => isEqualInConstantTime(mac(secret, `${time}\n${text}`), signature))
}

/** Compares signatures without telling by its time how much agrees. */
export function isEqualInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
