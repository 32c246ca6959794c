import { randomUUID } from 'node:crypto'

import PostalMime from 'postal-mime'

import type { Journal } from './journal.ts'
import type { Time } from './time.ts'

/** A mail as it came in. Addresses in lower case. */
export type StoredMail = {
  readonly id: string
  readonly at: string
  readonly from: string
  readonly to: readonly string[]
  readonly reply_to: string | null
  readonly message_id: string | null
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** Everybody's mailbox: what anybody is sent ends here. */
export type Mailbox = {
  /** Reads a whole message and keeps it. `to` is the envelope's, which counts. */
  readonly accept: (raw: Buffer, from: string, to: readonly string[]) => Promise<StoredMail>
  /** Newest first, those to one address or all. */
  readonly list: (to?: string) => StoredMail[]
  readonly restore: (mail: StoredMail) => void
  readonly clear: () => void
}

/** More than this many mails: the oldest go. */
const maxMails = 2000

export function createMailbox({ time, journal }: { time: Time; journal: Journal }): Mailbox {
  const mails: StoredMail[] = []
  const keep = (mail: StoredMail) => {
    mails.push(mail)
    if (mails.length > maxMails) mails.shift()
  }
  return {
    accept: async (raw, from, to) => {
      const read = await PostalMime.parse(raw)
      const mail: StoredMail = {
        id: randomUUID(),
        at: new Date(time.now()).toISOString(),
        from: from.toLowerCase(),
        to: to.map((address) => address.toLowerCase()),
        reply_to: read.replyTo?.[0]?.address ?? null,
        message_id: read.messageId ?? null,
        subject: read.subject ?? '',
        text: read.text ?? '',
        html: read.html ?? null,
      }
      journal.append({ kind: 'mail', key: mail.id, value: mail })
      keep(mail)
      return mail
    },
    list: (to) => mails.filter((mail) => to === undefined || mail.to.includes(to.toLowerCase())).toReversed(),
    restore: keep,
    clear: () => void mails.splice(0),
  }
}
