import { normalizeIP } from '@fastify/rate-limit'
import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'
import * as z from 'zod'

import { type Clock, dayMs, getLatestCounted, hourMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { formatMailTime, type MailService } from '../mail/service.ts'
import {
  type ContactKind,
  type ContactRow,
  countRecentRequests,
  deleteRequestsBefore,
  insertRequest,
  listRequests,
  listSealed,
  replaceSealed,
  withContactLock,
} from './store.ts'

const contactFields = z.strictObject({ name: z.string(), email: z.string(), phone: z.string(), message: z.string() })
export type ContactFields = Readonly<z.output<typeof contactFields>>

export type ContactOrigin = {
  readonly address: string
  readonly userId: number | null
  /** Country of the account, for a phone in national form. */
  readonly country: string | null
  readonly locale: Locale
}

/** `too_many` is for one person only: the form stays open for all others. */
export type ContactResult = Result<void, 'contact.too_many' | 'contact.phone_invalid'>

export type ContactDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly seal: Seal
  readonly mail: Pick<MailService, 'send'>
  readonly newId: () => string
  readonly getSupportEmail: () => Promise<string>
  /** False for tests and benchmarks. */
  readonly isLimited: boolean
}

/** Per kind. */
const limits = { perAddressAndHour: 5, perPhoneAndDay: 5, perEmailAndDay: 5 } as const
/** Treats the same content as a second press of the button. */
const duplicateWindowMs = 10 * minuteMs
const retentionMs = 90 * dayMs

export type ContactService = ReturnType<typeof createContactService>
export type ContactReader = ReturnType<typeof createContactReader>

const toSealContext = (id: string) => `contact:${id}`

export function createContactReader({ db, seal }: Pick<ContactDeps, 'db' | 'seal'>) {
  const openFields = (id: string, sealed: Buffer): ContactFields => {
    try {
      return contactFields.parse(JSON.parse(seal.openText(sealed, toSealContext(id))))
    } catch {
      return { name: '', email: '', phone: '', message: '(sealed with another SECRET_KEY)' }
    }
  }
  return {
    reseal: (): Promise<ResealCount> =>
      resealRows(
        seal,
        async (after: string | null) =>
          (await listSealed(db, after, 500)).map((row) => ({ ...row, context: toSealContext(row.id) })),
        ({ id }, sealed) => replaceSealed(db, id, sealed),
      ),

    /** Newest first. The message is unreadable after a change of key. */
    listRequests: async (limit: number) =>
      (await listRequests(db, limit)).map(({ sealed, ...row }) => ({ ...row, ...openFields(row.id, sealed) })),
  }
}

export function createContactService(deps: ContactDeps) {
  const { db, clock, seal, mail } = deps

  const submitRequest = async (
    kind: ContactKind,
    typed: ContactFields,
    origin: ContactOrigin,
  ): Promise<ContactResult> => {
    const fields = { ...typed, name: maskCardData(typed.name), message: maskCardData(typed.message) }
    const now = clock.now()
    const id = deps.newId()
    const serialized = JSON.stringify(fields)
    const phone = await parsePhone(fields.phone, origin.country)
    if (phone === null && (kind === 'call' || fields.phone !== '')) return refuse('contact.phone_invalid')
    const row: ContactRow = {
      id,
      kind,
      created_at: now,
      user_id: origin.userId,
      language: origin.locale,
      sealed: seal.sealText(serialized, toSealContext(id)),
      address_hash: seal.computeHash(normalizeIP(origin.address), 'contact.address'),
      phone_hash: phone === null ? null : seal.computeHash(phone.e164.slice(1), 'contact.phone'),
      email_hash: fields.email === '' ? null : seal.computeHash(fields.email.toLowerCase(), 'contact.email'),
      content_hash: seal.computeHash(`${kind} ${serialized}`, 'contact.words'),
    }
    const timeAgo = (ms: number) => new Date(now.getTime() - ms)
    const windows = {
      hourAgo: timeAgo(hourMs),
      dayAgo: timeAgo(dayMs),
      duplicateSince: timeAgo(duplicateWindowMs),
      latest: getLatestCounted(now),
    }
    const to = await deps.getSupportEmail()
    return withContactLock(db, async (trx) => {
      const counts = await countRecentRequests(trx, row, windows)
      if (counts.is_duplicate) return ok()
      if (counts.by_phone >= limits.perPhoneAndDay) return refuse('contact.too_many')
      if (deps.isLimited && counts.by_address >= limits.perAddressAndHour) return refuse('contact.too_many')
      if (counts.by_email >= limits.perEmailAndDay) return refuse('contact.too_many')
      await insertRequest(trx, row)
      // One transaction: a request is stored and mailed, or neither.
      await mail.send(
        {
          to,
          template: kind === 'message' ? 'contact' : 'call',
          locale: origin.locale,
          params: {
            ...fields,
            phone: fields.phone === '' ? '-' : fields.phone,
            reference: id.slice(0, 8).toUpperCase(),
            account: origin.userId ?? '-',
            at: formatMailTime(now),
          },
          ...(kind === 'message' ? { replyTo: fields.email } : {}),
        },
        trx,
      )
      return ok()
    })
  }

  return {
    sendMessage: (fields: ContactFields, origin: ContactOrigin) => submitRequest('message', fields, origin),

    requestCallback: (phone: string, origin: ContactOrigin) =>
      submitRequest('call', { name: '', email: '', phone, message: '' }, origin),

    deleteExpired: () => deleteRequestsBefore(db, new Date(clock.now().getTime() - retentionMs)),
  }
}

/** Loads the numbering plans on demand, because they are large. */
async function parsePhone(typed: string, country: string | null) {
  const rules = await import('@tradefront/rules/auth/phone-number')
  return rules.parsePhone(typed, country === null ? undefined : { country })
}
