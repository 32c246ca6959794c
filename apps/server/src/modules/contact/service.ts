import type { Locale } from '@tradefront/texts/locales'
import * as z from 'zod'

import { type Clock, dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { formatMailTime, type MailService } from '../mail/service.ts'
import { type ContactKind, type ContactRow, createContactStore } from './store.ts'

const contactFields = z.strictObject({ name: z.string(), email: z.string(), phone: z.string(), message: z.string() })
/** What somebody wrote; of a wish to be called only the phone. */
export type ContactFields = Readonly<z.output<typeof contactFields>>

/** Where it comes from. */
export type ContactOrigin = {
  readonly address: string
  readonly userId: number | null
  readonly locale: Locale
}

/** `too_many`: from this address, or about this phone. `busy`: from everybody together. */
export type ContactResult = 'accepted' | 'too_many' | 'busy'

export type ContactDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly mail: Pick<MailService, 'send'>
  readonly newId: () => string
  /** Where mails to us go. */
  readonly supportEmail: () => Promise<string>
  /** False where limits by address are switched off altogether (measurements, tests). */
  readonly isLimited: boolean
}

/** Of one kind: from one address in an hour, about one phone in a day, from everybody in an hour. */
const limits = { byAddress: 5, byPhone: 5, inAll: 300 } as const
/** The same words again within this time are a second press of the button. */
const duplicateWindowMs = 10 * minuteMs
const retentionMs = 90 * dayMs

export type ContactService = ReturnType<typeof createContactService>
export type ContactReader = ReturnType<typeof createContactReader>

const toSealContext = (id: string) => `contact:${id}`

/** Reads what has come, for an operator. */
export function createContactReader({ db, seal }: Pick<ContactDeps, 'db' | 'seal'>) {
  const store = createContactStore(db)
  const openFields = (id: string, sealed: Buffer): ContactFields => {
    try {
      return contactFields.parse(JSON.parse(seal.openText(sealed, toSealContext(id))))
    } catch {
      return { name: '', email: '', phone: '', message: '(sealed with another SECRET_KEY)' }
    }
  }
  return {
    /** Latest first. What was sealed with a key that is not ours any more has no words, and says so. */
    listRequests: async (limit: number) =>
      (await store.listRequests(limit)).map(({ sealed, ...row }) => ({ ...row, ...openFields(row.id, sealed) })),
  }
}

/** Messages to the people behind the product, and wishes to be called back. */
export function createContactService(deps: ContactDeps) {
  const { clock, seal, mail } = deps
  const store = createContactStore(deps.db)

  const submitRequest = async (
    kind: ContactKind,
    fields: ContactFields,
    origin: ContactOrigin,
  ): Promise<ContactResult> => {
    const now = clock.now()
    const id = deps.newId()
    const serialized = JSON.stringify(fields)
    const digits = fields.phone.replaceAll(/\D/g, '')
    const row: ContactRow = {
      id,
      kind,
      created_at: now,
      user_id: origin.userId,
      language: origin.locale,
      sealed: seal.sealText(serialized, toSealContext(id)),
      address_hash: seal.computeHash(origin.address, 'contact.address'),
      phone_hash: seal.computeHash(digits, 'contact.phone'),
      content_hash: seal.computeHash(`${kind} ${serialized}`, 'contact.words'),
    }
    const timeAgo = (ms: number) => new Date(now.getTime() - ms)
    const windows = { hourAgo: timeAgo(hourMs), dayAgo: timeAgo(dayMs), duplicateSince: timeAgo(duplicateWindowMs) }
    const to = await deps.supportEmail()
    return store.withContactLock(async (trx) => {
      const counts = await store.countRecentRequests(row, windows, trx)
      if (counts.is_duplicate) return 'accepted'
      if (counts.by_phone >= limits.byPhone) return 'too_many'
      if (deps.isLimited && counts.by_address >= limits.byAddress) return 'too_many'
      if (counts.in_all >= limits.inAll) return 'busy'
      await store.insertRequest(row, trx)
      // In one transaction: what is kept is mailed, and what is mailed is kept.
      await mail.send(
        {
          to,
          template: kind === 'message' ? 'contact' : 'call',
          locale: origin.locale,
          params: {
            ...fields,
            reference: id.slice(0, 8).toUpperCase(),
            account: origin.userId ?? '-',
            at: formatMailTime(now),
          },
          ...(kind === 'message' ? { replyTo: fields.email } : {}),
        },
        trx,
      )
      return 'accepted'
    })
  }

  return {
    /** Keeps a message and mails it to us; the answer goes to the e-mail that it names. */
    sendMessage: (fields: ContactFields, origin: ContactOrigin) => submitRequest('message', fields, origin),

    /** Keeps the wish and mails it to us. */
    requestCallback: (phone: string, origin: ContactOrigin) =>
      submitRequest('call', { name: '', email: '', phone, message: '' }, origin),

    deleteExpired: () => store.deleteRequestsBefore(new Date(clock.now().getTime() - retentionMs)),
  }
}
