import type { Locale } from '@tradefront/texts/locales'
import * as z from 'zod'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { MailService } from '../mail/service.ts'
import { type ContactKind, type ContactRow, createContactStore } from './store.ts'

const words = z.strictObject({ name: z.string(), email: z.string(), phone: z.string(), message: z.string() })
/** What somebody wrote; of a wish to be called only the phone. */
export type ContactWords = Readonly<z.output<typeof words>>

/** Where it comes from. */
export type ContactOrigin = {
  readonly address: string
  readonly userId: number | null
  readonly locale: Locale
}

/** `too_many`: from this address, or about this phone. `busy`: from everybody together. */
export type ContactResult = 'taken' | 'too_many' | 'busy'

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

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Of one kind: from one address in an hour, about one phone in a day, from everybody in an hour. */
const most = { byAddress: 5, byPhone: 5, inAll: 300 } as const
/** The same words again within this time are a second press of the button. */
const againMs = 10 * 60_000
const keptMs = 90 * dayMs

export type ContactService = ReturnType<typeof createContactService>
export type ContactReader = ReturnType<typeof createContactReader>

const context = (id: string) => `contact:${id}`

/** Reads what has come, for an operator. */
export function createContactReader({ db, seal }: Pick<ContactDeps, 'db' | 'seal'>) {
  const store = createContactStore(db)
  const open = (id: string, sealed: Buffer): ContactWords => {
    try {
      return words.parse(JSON.parse(seal.open(sealed, context(id))))
    } catch {
      return { name: '', email: '', phone: '', message: '(sealed with another SECRET_KEY)' }
    }
  }
  return {
    /** Latest first. What was sealed with a key that is not ours any more has no words, and says so. */
    list: async (limit: number) =>
      (await store.list(limit)).map(({ sealed, ...row }) => ({ ...row, ...open(row.id, sealed) })),
  }
}

/** Messages to the people behind the product, and wishes to be called back. */
export function createContactService(deps: ContactDeps) {
  const { clock, seal, mail } = deps
  const store = createContactStore(deps.db)

  const take = async (kind: ContactKind, given: ContactWords, from: ContactOrigin): Promise<ContactResult> => {
    const now = clock.now()
    const id = deps.newId()
    const plain = JSON.stringify(given)
    const digits = given.phone.replaceAll(/\D/g, '')
    const row: ContactRow = {
      id,
      kind,
      at: now,
      user_id: from.userId,
      language: from.locale,
      sealed: seal.seal(plain, context(id)),
      address_hash: seal.hash(from.address, 'contact.address'),
      phone_hash: seal.hash(digits, 'contact.phone'),
      words_hash: seal.hash(`${kind} ${plain}`, 'contact.words'),
    }
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const windows = { hourAgo: ago(hourMs), dayAgo: ago(dayMs), againSince: ago(againMs) }
    const to = await deps.supportEmail()
    return store.transaction(async (trx) => {
      const traffic = await store.traffic(row, windows, trx)
      if (traffic.again) return 'taken'
      if (traffic.by_phone >= most.byPhone) return 'too_many'
      if (deps.isLimited && traffic.by_address >= most.byAddress) return 'too_many'
      if (traffic.in_all >= most.inAll) return 'busy'
      await store.add(row, trx)
      // In one transaction: what is kept is mailed, and what is mailed is kept.
      await mail.send(
        {
          to,
          letter: kind === 'message' ? 'contact' : 'call',
          locale: from.locale,
          params: {
            ...given,
            reference: id.slice(0, 8).toUpperCase(),
            account: from.userId ?? '-',
            at: now.toISOString().slice(0, 16).replace('T', ' '),
          },
          ...(kind === 'message' ? { replyTo: given.email } : {}),
        },
        trx,
      )
      return 'taken'
    })
  }

  return {
    /** Keeps a message and mails it to us; the answer goes to the e-mail that it names. */
    write: (given: ContactWords, from: ContactOrigin) => take('message', given, from),

    /** Keeps the wish and mails it to us. */
    callMe: (phone: string, from: ContactOrigin) => take('call', { name: '', email: '', phone, message: '' }, from),

    forget: () => store.forgetBefore(new Date(clock.now().getTime() - keptMs)),
  }
}
