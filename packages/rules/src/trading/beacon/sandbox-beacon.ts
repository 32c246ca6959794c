import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { type BeaconSigner, createBeaconSigner } from './beacon-signer.ts'

/** Time of round 1. Like quicknet's it is a multiple of 3, so that rounds are due at the starts of epochs. */
const genesisSeconds = 1_700_000_001

/**
 * Creates the beacon of the sandbox.
 * @param secret shared by sandbox and server: anyone who has it can compute all rounds in advance
 */
export function createSandboxSigner(secret: string): BeaconSigner {
  return createBeaconSigner(hmac(sha256, utf8ToBytes(secret), utf8ToBytes('beacon')), genesisSeconds, 'sandbox')
}
