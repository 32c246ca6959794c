import { timingSafeEqual } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import type { PostAuthor } from './ticket.ts'

/**
 * Person who can write to a ticket by mail. The signature includes the address of the mailbox, so that it is void after a change of the
 * address.
 */
export type Correspondent = { readonly ticketId: string; readonly author: PostAuthor; readonly mailbox: string }

const signatureBytes = 10
const idBytes = 16
/** Letters of a signature: the part of an address before @ has 64 characters at most, and mail servers can change its case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const letters = { trader: 't', support: 's' } as const

export function createReplyAddress(context: AppContext, correspondent: Correspondent): string | undefined {
  const own = splitAddress(context.config.mailInAddress)
  if (own === null) return undefined
  const id = Buffer.from(correspondent.ticketId.replaceAll('-', ''), 'hex')
  return `${own.name}+${letters[correspondent.author]}${encodeBase32(Buffer.concat([id, signCorrespondent(context, correspondent)]))}@${own.host}`
}

/** Reads an address without checking its signature. Returns null for any other address. */
export function parseReplyAddress(
  { config }: AppContext,
  recipient: string,
): { ticketId: string; author: PostAuthor; signature: Buffer } | null {
  const own = splitAddress(config.mailInAddress)
  if (own === null) return null
  const [local = '', domain] = recipient.toLowerCase().split('@')
  const letter = local.charAt(own.name.length + 1)
  const author = letter === letters.trader ? 'trader' : letter === letters.support ? 'support' : null
  if (domain !== own.host || !local.startsWith(`${own.name}+`) || author === null) return null
  const bytes = decodeBase32(local.slice(own.name.length + 2))
  if (bytes?.length !== idBytes + signatureBytes) return null
  const ticketId = bytes.toString('hex', 0, idBytes).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  return { ticketId, author, signature: bytes.subarray(idBytes) }
}

export function isSignedFor(context: AppContext, correspondent: Correspondent, signature: Buffer): boolean {
  return signature.length === signatureBytes && timingSafeEqual(signCorrespondent(context, correspondent), signature)
}

function signCorrespondent({ seal }: AppContext, { ticketId, author, mailbox }: Correspondent) {
  return seal.computeHash(`${ticketId} ${author} ${mailbox.toLowerCase()}`, 'ticket.reply').subarray(0, signatureBytes)
}

/** Splits the setting. Returns null if mails cannot be answered. */
function splitAddress(address: string | null): { readonly name: string; readonly host: string } | null {
  const [name = '', host = ''] = address?.toLowerCase().split('@') ?? []
  return address === null ? null : { name, host }
}

function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function decodeBase32(text: string): Buffer | null {
  if (!/^[a-z2-7]{1,60}$/.test(text)) return null
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
