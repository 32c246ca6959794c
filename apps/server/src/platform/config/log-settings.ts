import { describeSetting } from '@tradefront/contract/environment'
import { parseVerifierKey, type VerifierKey } from '@tradefront/rules/log/signed-note'
import * as z from 'zod'

/** A witness that cosigns checkpoints of the public log. The address has no trailing slash. */
export type LogWitness = { readonly key: VerifierKey; readonly url: string }

export const logEnvironment = {
  LOG_WITNESSES: describeSetting(
    z
      .string()
      .transform((list) => list.split(',').map(parseWitness))
      .refine((witnesses) => witnesses.every((witness) => witness !== null) && areDifferent(witnesses))
      .transform((witnesses) => witnesses.filter((witness) => witness !== null))
      .optional(),
    {
      mustBe:
        'a list of keys and addresses, separated by commas, such as witness.example/w1+3753d3de+BAEC… https://witness.example/w1',
      meaning:
        'witnesses of the public log, each as its verifier key (`NAME+ID+KEY`, for Ed25519 cosignatures) and, after a space, the address to which checkpoints are sent ([guide](log.md#witnesses))',
      whenUnset: 'none: the page of the log says so',
    },
  ),
}

function parseWitness(text: string): LogWitness | null {
  const [keyText = '', url = '', ...rest] = text.trim().split(/ +/)
  const key = parseVerifierKey(keyText)
  if (key?.type !== 'cosignature' || rest.length > 0 || !URL.canParse(url)) return null
  return /^https?:$/.test(new URL(url).protocol) ? { key, url: url.replace(/\/+$/, '') } : null
}

function areDifferent(witnesses: readonly (LogWitness | null)[]): boolean {
  return new Set(witnesses.map((witness) => witness?.key.name)).size === witnesses.length
}
