import { timingSafeEqual } from 'node:crypto'

import type { Seal } from '../../platform/crypto/seal.ts'
import type { PostAuthor } from './ticket.ts'

/** Person who can write to a ticket by mail. The address of the mailbox is part of the signature: it ends with a change of it. */
export type Correspondent = { readonly ticketId: string; readonly author: PostAuthor; readonly mailbox: string }

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>

const signatureBytes = 10
const idBytes = 16
/** The part of an address before @ has 64 characters at most, and mail servers can change its case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const letters = { trader: 't', support: 's' } as const

/**
 * Addresses such as `reply+<letter><ticket><signature>@trade.example`, to which answers to our mails go.
 * @param address without the token; null: mails cannot be answered
 */
export function createReplyAddresses(seal: Pick<Seal, 'computeHash'>, address: string | null) {
  const [name = '', host = ''] = address?.toLowerCase().split('@') ?? []

  const sign = ({ ticketId, author, mailbox }: Correspondent) =>
    seal.computeHash(`${ticketId} ${author} ${mailbox.toLowerCase()}`, 'ticket.reply').subarray(0, signatureBytes)

  return {
    create: (correspondent: Correspondent): string | undefined => {
      if (address === null) return undefined
      const id = Buffer.from(correspondent.ticketId.replaceAll('-', ''), 'hex')
      return `${name}+${letters[correspondent.author]}${encodeBase32(Buffer.concat([id, sign(correspondent)]))}@${host}`
    },

    /** Not verified. Null for any other address. */
    parse: (recipient: string): { ticketId: string; author: PostAuthor; signature: Buffer } | null => {
      const [local = '', domain] = recipient.toLowerCase().split('@')
      const letter = local.charAt(name.length + 1)
      const author = letter === letters.trader ? 'trader' : letter === letters.support ? 'support' : null
      if (address === null || domain !== host || !local.startsWith(`${name}+`) || author === null) return null
      const bytes = decodeBase32(local.slice(name.length + 2))
      if (bytes?.length !== idBytes + signatureBytes) return null
      const ticketId = bytes.toString('hex', 0, idBytes).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
      return { ticketId, author, signature: bytes.subarray(idBytes) }
    },

    isSignedFor: (correspondent: Correspondent, signature: Buffer): boolean =>
      signature.length === signatureBytes && timingSafeEqual(sign(correspondent), signature),
  }
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
