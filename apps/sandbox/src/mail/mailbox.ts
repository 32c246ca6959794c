import { randomUUID } from 'node:crypto'

import PostalMime from 'postal-mime'

import type { Journal } from '../platform/journal.ts'
import type { SandboxClock } from '../platform/clock.ts'

/** A received mail. Its addresses are in lower case. */
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

/** A mailbox for all addresses. */
export type Mailbox = {
  /** Stores a mail. `to` are the addresses of the envelope. */
  readonly storeMail: (raw: Buffer, from: string, to: readonly string[]) => Promise<StoredMail>
  /** Lists mails, newest first. */
  readonly listMails: (to?: string) => StoredMail[]
  readonly findMail: (id: string) => StoredMail | null
  readonly restoreMail: (mail: StoredMail) => void
  readonly clear: () => void
}

const maxMails = 2000

export function createMailbox({ time: clock, journal }: { time: SandboxClock; journal: Journal }): Mailbox {
  const mails: StoredMail[] = []
  const addMail = (mail: StoredMail) => {
    mails.push(mail)
    if (mails.length > maxMails) mails.shift()
  }
  return {
    storeMail: async (raw, from, to) => {
      const parsed = await PostalMime.parse(raw)
      const mail: StoredMail = {
        id: randomUUID(),
        at: new Date(clock.now()).toISOString(),
        from: from.toLowerCase(),
        to: to.map((address) => address.toLowerCase()),
        reply_to: parsed.replyTo?.[0]?.address ?? null,
        message_id: parsed.messageId ?? null,
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html ?? null,
      }
      journal.appendLine({ kind: 'mail', key: mail.id, value: mail })
      addMail(mail)
      return mail
    },
    listMails: (to) => mails.filter((mail) => to === undefined || mail.to.includes(to.toLowerCase())).toReversed(),
    findMail: (id) => mails.find((mail) => mail.id === id) ?? null,
    restoreMail: addMail,
    clear: () => void mails.splice(0),
  }
}
