import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { type BeaconSigner, createBeaconSigner } from './beacon-signer.ts'

/** Of round 1; like quicknet's a multiple of 3, so that rounds are due at the starts of epochs. */
const genesisSeconds = 1_700_000_001

/** The beacon of the sandbox. @param secret that sandbox and server share: anyone who has it can compute all rounds in advance */
export function createSandboxSigner(secret: string): BeaconSigner {
  return createBeaconSigner(hmac(sha256, utf8ToBytes(secret), utf8ToBytes('beacon')), genesisSeconds, 'sandbox')
}
