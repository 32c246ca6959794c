import type { Assertion } from '@tradefront/contract/desk'

/** The browser waits this long for the person. */
const limitMs = 60_000
/** Number of ECDSA over P-256, which every passkey supports. */
const es256 = -7
const pointBytes = 65

export function toBase64Url(bytes: ArrayBuffer | Uint8Array): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

/**
 * Signs a value.
 * @throws DOMException if the person gives up or has no passkey here
 */
export async function signWithPasskey(challenge: Uint8Array<ArrayBuffer>): Promise<Assertion> {
  const credential = await navigator.credentials.get({
    publicKey: { challenge, userVerification: 'required', timeout: limitMs },
  })
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new DOMException('no passkey', 'NotAllowedError')
  const { authenticatorData, clientDataJSON, signature } = credential.response
  return {
    credentialId: toBase64Url(credential.rawId),
    authenticatorData: toBase64Url(authenticatorData),
    clientData: toBase64Url(clientDataJSON),
    signature: toBase64Url(signature),
  }
}

/**
 * Creates a passkey.
 * @param known credential ids that the operator has
 * @throws DOMException if the person gives up, or the device has one of them
 */
export async function createPasskey(
  operator: { readonly id: number; readonly name: string },
  known: readonly string[],
) {
  const credential = await navigator.credentials.create({
    publicKey: {
      rp: { name: 'Tradefront desk' },
      user: {
        id: new TextEncoder().encode(`operator:${operator.id}`),
        name: operator.name,
        displayName: operator.name,
      },
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      pubKeyCredParams: [{ type: 'public-key', alg: es256 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map((id) => ({ type: 'public-key', id: fromBase64Url(id) })),
      attestation: 'none',
      timeout: limitMs,
    },
  })
  if (
    !(credential instanceof PublicKeyCredential) ||
    !(credential.response instanceof AuthenticatorAttestationResponse)
  )
    throw new DOMException('no passkey', 'NotAllowedError')
  const key = credential.response.getPublicKey()
  if (key === null) throw new DOMException('unknown key', 'NotSupportedError')
  // The point is at the end of the key's DER.
  return { credentialId: toBase64Url(credential.rawId), publicKey: new Uint8Array(key).slice(-pointBytes) }
}

/** Returns true if the person has closed the browser's dialog, or it has waited too long. */
export const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError'
