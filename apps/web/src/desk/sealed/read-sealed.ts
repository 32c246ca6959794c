import { queryOptions } from '@tanstack/react-query'
import { deskSupportCalls, ticketContent, ticketSubjects } from '@tradefront/contract/desk-support'
import { noSubject, type SealedReadKind } from '@tradefront/contract/operator-actions'
import { type ProviderSecrets, toSecretsContext } from '@tradefront/contract/provider-secrets'
import { createReaderKey, sealFor, unpackParts } from '@tradefront/contract/sealed-box'

import { ApiError } from '../../platform/api/api-error.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { createUuid } from '../../platform/create-uuid.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { toBase64Url } from '../passkeys.ts'

const limitMs = 20_000
const pollMs = 150
/** Data that was read is forgotten this long after it was shown. */
const keptMs = 60_000

/**
 * Reads data that is sealed in the database, in parts. A server seals it for a key that only this page has.
 * @throws ApiError
 */
async function readSealed(kind: SealedReadKind, subjects: readonly string[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const id = createUuid()
  const key = await createReaderKey()
  const body = { id, kind, subjects: [...subjects], publicKey: toBase64Url(key.publicKey) }
  await performCall(deskSupportCalls.requestRead, { body })
  for (const until = Date.now() + limitMs; Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    const { sealed } = await performCall(deskSupportCalls.takeRead, { body: { id } })
    if (sealed !== undefined) return unpackParts(await key.open(fromBase64(sealed), `read:${id}`))
  }
  throw new ApiError('refused', 200, 'desk_support.read_late', translate('desk_support.read_late'))
}

const readText = async (kind: SealedReadKind, subjects: readonly string[]): Promise<unknown> => {
  const [part] = await readSealed(kind, subjects)
  return JSON.parse(new TextDecoder().decode(part))
}

/** Sealed data is never read again while it is shown, because each read is in the audit trail. */
const common = { staleTime: 'static', gcTime: keptMs, retry: false } as const

/** What is shown as pictures of its pages. */
export type SealedFileKind = 'document' | 'ticket_file' | 'chargeback_file'

/** Pictures of the pages of a file. */
export const sealedPagesQuery = (kind: SealedFileKind, id: string) =>
  queryOptions({
    ...common,
    queryKey: ['sealed', kind, id],
    queryFn: async () => (await readSealed(kind, [id])).map((bytes) => new Blob([bytes])),
  })

/** Seals a file for servers, and hands it over. @returns its id, for the order that uses it @throws ApiError */
export async function uploadSealed(file: Blob): Promise<string> {
  const id = createUuid()
  const [key = new Uint8Array()] = await readSealed('server_key', [noSubject])
  const sealed = await sealFor(key, new Uint8Array(await file.arrayBuffer()), `upload:${id}`)
  await performCall(deskSupportCalls.uploadSealed, { body: { id, sealed: await toBase64(sealed) } })
  return id
}

/**
 * Seals the keys of a provider for servers. Nothing else of this page keeps them.
 * @returns what the order names: the sealed keys and their hash
 * @throws ApiError
 */
export async function sealProviderKeys(provider: string, keys: Readonly<Record<string, string>>) {
  const [key = new Uint8Array()] = await readSealed('server_key', [noSubject])
  const salt = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const secrets: ProviderSecrets = { provider, salt, keys: { ...keys } }
  const text = new TextEncoder().encode(JSON.stringify(secrets))
  return {
    sealed: toBase64Url(await sealFor(key, text, toSecretsContext(provider))),
    keysHash: toBase64Url(await crypto.subtle.digest('SHA-256', text)),
  }
}

/** @param posts how many there are, so that a new one is read */
export const ticketContentQuery = (id: string, posts: number) =>
  queryOptions({
    ...common,
    queryKey: ['sealed', 'ticket_posts', id, posts],
    queryFn: async () => ticketContent.parse(await readText('ticket_posts', [id])),
  })

/** The subjects of tickets of a list, by id. @param ids at most 100 */
export const ticketSubjectsQuery = (ids: readonly string[]) =>
  queryOptions({
    ...common,
    queryKey: ['sealed', 'ticket_subjects', ids.toSorted()],
    queryFn: async () => ticketSubjects.parse(await readText('ticket_subjects', ids)),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })

/** Large ones, too. */
async function toBase64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve) => {
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(new Blob([bytes]))
  })
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)
}
