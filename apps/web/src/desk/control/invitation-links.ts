import * as z from 'zod/mini'

import { localStore } from '../../platform/storage/local-storage.ts'
import { toBase64Url } from '../passkeys.ts'

const key = 'desk-invitations'
const storedMs = 3 * 86_400_000
const links = z.array(z.object({ hash: z.string(), secret: z.string(), atMs: z.number() }))

/** Reads the secrets of links that this browser has made, until they are shown. Servers know only their hashes. */
const readLinks = () => (localStore.readItem(key, links) ?? []).filter(({ atMs }) => atMs > Date.now() - storedMs)

export type NewInvitation = { readonly secret: string; readonly hash: string }

export async function createInvitation(): Promise<NewInvitation> {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const hash = await crypto.subtle.digest('SHA-256', secret)
  return { secret: toBase64Url(secret), hash: toBase64Url(hash) }
}

export function keepInvitation({ secret, hash }: NewInvitation): void {
  localStore.writeItem(key, [...readLinks(), { secret, hash, atMs: Date.now() }])
}

export const hasInvitation = (hash: string): boolean => readLinks().some((link) => link.hash === hash)

/** Returns the link, and forgets it. Null: another browser has made it. */
export function takeInvitationLink(hash: string): string | null {
  const found = readLinks().find((link) => link.hash === hash)
  localStore.writeItem(
    key,
    readLinks().filter((link) => link !== found && link.hash !== hash),
  )
  return found === undefined ? null : `${location.origin}/#/invitation/${found.secret}`
}
