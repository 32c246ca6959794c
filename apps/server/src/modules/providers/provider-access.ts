import { createHash } from 'node:crypto'

import { type ProviderSecrets, providerSecrets, toSecretsContext } from '@tradefront/contract/provider-secrets'
import type { Provider } from '@tradefront/processors/protocol'

import type { AppConfig, AppContext } from '../../context.ts'
import { findEnvironmentAccess, type ProviderAccess } from '../../gateways/provider-access.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { listProviderAccess, updateSealedKeys } from './provider-access-store.ts'

/** After this time a change is used by all servers. */
const cacheMs = 1000

type AccessDeps = Pick<AppContext, 'db' | 'seal' | 'clock' | 'onError'> & {
  readonly config: Omit<AppConfig, 'isHttps'>
}
type AccessByProvider = ReadonlyMap<string, ProviderAccess | null>

/**
 * Creates the function that finds the access to a provider: what two operators have ordered, else what the environment of this server names.
 * Null: there is neither, or its keys cannot be read.
 */
export function createAccessFinder(deps: AccessDeps): (provider: Provider) => Promise<ProviderAccess | null> {
  const { clock, config } = deps
  let cached: { readonly atMs: number; readonly ordered: Promise<AccessByProvider> } | null = null
  const readOrdered = (): Promise<AccessByProvider> => {
    const atMs = clock.now().getTime()
    if (cached !== null && Math.abs(atMs - cached.atMs) < cacheMs) return cached.ordered
    const entry = { atMs, ordered: openAll(deps) }
    cached = entry
    // Failed reads are not cached.
    entry.ordered.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.ordered
  }
  return async (provider) => {
    const ordered = (await readOrdered()).get(provider.slug)
    return ordered === undefined ? findEnvironmentAccess(config, provider) : ordered
  }
}

async function openAll({ db, seal, onError }: AccessDeps): Promise<AccessByProvider> {
  const rows = await listProviderAccess(db)
  return new Map(
    rows.map(({ provider, address, keysHash, keysSealed }) => {
      try {
        const secrets = readSecrets(seal.openText(keysSealed, toSecretsContext(provider)), provider, keysHash)
        return [provider, { address, keys: listKeys(secrets) }]
      } catch (error) {
        onError(error)
        return [provider, null]
      }
    }),
  )
}

/** Reads keys that operators have signed by their hash. @throws for other keys, or those of another provider */
export function readSecrets(text: string, provider: string, keysHash: string): ProviderSecrets {
  if (createHash('sha256').update(text).digest('base64url') !== keysHash)
    throw new Error(`the keys of ${provider} are not those that operators have signed`)
  const secrets = providerSecrets.parse(JSON.parse(text))
  if (secrets.provider !== provider) throw new Error(`these keys are of another provider than ${provider}`)
  return secrets
}

export function listKeys({ keys }: ProviderSecrets): ProviderAccess['keys'] {
  return Object.fromEntries(Object.entries(keys).map(([name, value]) => [name, [value]]))
}

export function resealProviderKeys({ db, seal }: AppContext): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: string | null) => {
      const rows = after === null ? await listProviderAccess(db) : []
      return rows.map(({ provider: id, keysSealed: sealed }) => ({ id, sealed, context: toSecretsContext(id) }))
    },
    ({ id }, sealed, before) => updateSealedKeys(db, id, sealed, before),
  )
}
