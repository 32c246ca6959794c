import type { ActionInput } from '@tradefront/contract/operator-actions'
import { type ProviderSecrets, toKeyEnd, toSecretsContext } from '@tradefront/contract/provider-secrets'
import { type KnownProvider, knownProviders } from '@tradefront/processors/known-providers'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext } from '../../context.ts'
import type { ProviderAccess } from '../../gateways/provider-access.ts'
import type { Operator } from '../../platform/audit.ts'
import { createServerReaderKey } from '../operators/service.ts'
import { listKeys, readSecrets } from './provider-access.ts'
import { findConnection, replaceProviderAccess } from './provider-access-store.ts'

/** Orders of other operators wait for this call. */
const checkTimeoutMs = 8000

/** Actions of the desk on the access to providers. The database checks that two operators have signed address and keys. */
export const providerActions: ActionHandlers = {
  'provider.connect': (context, input, by) => connectProvider(context, input, by, knownProviders),
  'provider.disconnect': disconnectProvider,
}

/** Connects a provider if it accepts the keys in a call that moves no money. */
export async function connectProvider(
  context: AppContext,
  input: ActionInput<'provider.connect'>,
  by: Operator,
  providers: readonly KnownProvider[],
): Promise<Result> {
  const { provider: slug, address, before, keys: keyEnds, keysHash } = input
  const provider = providers.find((each) => each.slug === slug)
  if (provider === undefined) return refuse('errors.field_invalid')
  const { addresses } = provider.protocol
  if (addresses.length > 0 && !addresses.includes(address)) return refuse('errors.field_invalid')
  const opened = await openSecrets(context, input).catch(() => null)
  // The order was changed on its way, or was sealed for a key of servers that is gone.
  if (opened === null || !hasAllKeys(provider, opened.secrets, keyEnds)) return refuse('desk.changed')
  const present = await findConnection(context.db, slug)
  if ((present?.keysHash ?? null) !== before) return refuse('desk.changed')
  const access = { address, keys: listKeys(opened.secrets) }
  if ((await checkProvider(context, provider, access)) !== 'answers') return refuse('desk_reconcile.provider_no_answer')
  const keysSealed = context.seal.sealText(opened.text, toSecretsContext(slug))
  const isChanged = await replaceProviderAccess(
    context.db,
    slug,
    before,
    { provider: slug, address, keysHash, keysSealed, keyEnds },
    {
      by,
      action: 'provider.connect',
      subject: `provider:${slug}`,
      at: context.clock.now(),
      before: present && { address: present.address },
      after: { address, keys: keyEnds },
    },
  )
  return isChanged ? ok() : refuse('desk.changed')
}

async function disconnectProvider(
  { db, clock }: AppContext,
  { provider, before }: ActionInput<'provider.disconnect'>,
  by: Operator,
): Promise<Result> {
  const present = await findConnection(db, provider)
  const isChanged = await replaceProviderAccess(db, provider, before, null, {
    by,
    action: 'provider.disconnect',
    subject: `provider:${provider}`,
    at: clock.now(),
    before: present && { address: present.address },
    after: null,
  })
  return isChanged ? ok() : refuse('desk.changed')
}

/** Asks the provider about a charge that cannot exist. @param access what is used; by default what is set */
export async function checkProvider(
  { processors, newId }: Pick<AppContext, 'processors' | 'newId'>,
  provider: KnownProvider,
  access?: ProviderAccess,
): Promise<'answers' | 'no_right_answer' | 'not_connected'> {
  const response = await processors.sendRequest(provider, provider.buildCheckRequest(newId()), {
    access,
    timeoutMs: checkTimeoutMs,
  })
  if (!response.ok) return response.fault === 'not_connected' ? 'not_connected' : 'no_right_answer'
  return provider.isRightAnswer(response.json, response.status) ? 'answers' : 'no_right_answer'
}

async function openSecrets(
  context: AppContext,
  { provider, sealed, keysHash }: ActionInput<'provider.connect'>,
): Promise<{ readonly text: string; readonly secrets: ProviderSecrets }> {
  const key = await createServerReaderKey(context)
  const box = Uint8Array.from(Buffer.from(sealed, 'base64url'))
  const text = Buffer.from(await key.open(box, toSecretsContext(provider))).toString('utf8')
  return { text, secrets: readSecrets(text, provider, keysHash) }
}

/** Returns whether these are all keys of the protocol, and whether the operators were shown how they end. */
function hasAllKeys(
  { protocol: { keyNames } }: KnownProvider,
  { keys }: ProviderSecrets,
  keyEnds: ActionInput<'provider.connect'>['keys'],
): boolean {
  return (
    Object.keys(keys).length === keyNames.length &&
    keyEnds.length === keyNames.length &&
    keyNames.every((name, index) => {
      const shown = keyEnds[index]
      return keys[name] !== undefined && shown?.name === name && shown.end === toKeyEnd(keys[name])
    })
  )
}
