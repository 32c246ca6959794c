import type { Provider, ProviderKeys } from '@tradefront/processors/protocol'
import { standardKey, standardProtocol } from '@tradefront/processors/shared/standard-protocol'
import { getProcessorSecrets, type SecretSettings } from '@tradefront/processors/signature'

import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'

/** Where a provider answers, and the keys that it has given us. `address` has no slash at the end. */
export type ProviderAccess = { readonly address: string; readonly keys: ProviderKeys }

type EnvironmentSettings = SecretSettings & {
  readonly processorsUrl?: string | null | undefined
  readonly payoutsUrl?: string | null | undefined
  readonly sandboxUrl: string
}

/** Finds the access that the environment names. Null for `none`, and for a protocol of its own: its keys are set at the desk. */
export function findEnvironmentAccess(
  settings: EnvironmentSettings,
  { slug, protocol }: Provider,
): ProviderAccess | null {
  if (protocol !== standardProtocol) return null
  const url = slug.startsWith('payout-') ? settings.payoutsUrl : settings.processorsUrl
  if (url === null) return null
  return {
    address: url ?? settings.sandboxUrl,
    keys: { [standardKey]: getProcessorSecrets(hmacSha256, settings, slug) },
  }
}
