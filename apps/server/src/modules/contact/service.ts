import { normalizeIP } from '@fastify/rate-limit'
import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { Locale } from '@tradefront/texts/locales'
import * as z from 'zod'

import type { AppContext } from '../../context.ts'
import { dayMs, getLatestCounted, hourMs, minuteMs } from '../../platform/clock.ts'
import { type ResealCount, resealRows } from '../../platform/crypto/reseal.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { formatMailTime, sendMail } from '../mail/service.ts'
import {
  type ContactKind,
  type ContactRow,
  countRecentRequests,
  deleteRequestsBefore,
  insertRequest,
  listSealedRequests,
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

/** `too_many` is about one person: the form stays open for all others. */
export type ContactResult = Result<void, 'contact.too_many' | 'contact.phone_invalid'>

/** Limits for each kind of request. */
const limits = { perAddressAndHour: 5, perPhoneAndDay: 5, perEmailAndDay: 5 } as const
/** Within this time, the same content counts as a second press of the button. */
const duplicateWindowMs = 10 * minuteMs
const retentionMs = 90 * dayMs

const toSealContext = (id: string) => `contact:${id}`

export function resealContactRequests({ seal, db }: AppContext): Promise<ResealCount> {
  return resealRows(
    seal,
    async (after: string | null) =>
      (await listSealed(db, after, 500)).map((row) => ({ ...row, context: toSealContext(row.id) })),
    ({ id }, sealed) => replaceSealed(db, id, sealed),
  )
}

/** Lists requests, newest first. After a change of key, the message is unreadable. */
export async function listContactRequests(context: AppContext, limit: number) {
  return (await listSealedRequests(context.db, limit)).map(({ sealed, ...row }) => ({
    ...row,
    ...openContactFields(context, row.id, sealed),
  }))
}

function openContactFields({ seal }: AppContext, id: string, sealed: Buffer): ContactFields {
  try {
    return contactFields.parse(JSON.parse(seal.openText(sealed, toSealContext(id))))
  } catch {
    return { name: '', email: '', phone: '', message: '(sealed with another SECRET_KEY)' }
  }
}

export function sendMessage(context: AppContext, fields: ContactFields, origin: ContactOrigin) {
  return submitRequest(context, 'message', fields, origin)
}

export function requestCallback(context: AppContext, phone: string, origin: ContactOrigin) {
  return submitRequest(context, 'call', { name: '', email: '', phone, message: '' }, origin)
}

export function deleteExpiredRequests({ db, clock }: AppContext) {
  return deleteRequestsBefore(db, new Date(clock.now().getTime() - retentionMs))
}

async function submitRequest(
  context: AppContext,
  kind: ContactKind,
  typed: ContactFields,
  origin: ContactOrigin,
): Promise<ContactResult> {
  const { clock, newId, seal, settings, db, config } = context
  const fields = { ...typed, name: maskCardData(typed.name), message: maskCardData(typed.message) }
  const now = clock.now()
  const id = newId()
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
  const to = await settings.getSetting('support_email')
  return withContactLock(db, async (trx) => {
    const counts = await countRecentRequests(trx, row, windows)
    if (counts.is_duplicate) return ok()
    if (counts.by_phone >= limits.perPhoneAndDay) return refuse('contact.too_many')
    if (config.requestsPerMinute > 0 && counts.by_address >= limits.perAddressAndHour) return refuse('contact.too_many')
    if (counts.by_email >= limits.perEmailAndDay) return refuse('contact.too_many')
    await insertRequest(trx, row)
    // One transaction: a request is stored and mailed, or neither.
    await sendMail(
      context,
      {
        to,
        template: kind === 'message' ? 'contact' : 'call',
        locale: toOfferedLocale(origin.locale),
        params: {
          ...fields,
          phone: fields.phone === '' ? '-' : fields.phone,
          email: fields.email === '' ? '-' : fields.email,
          reference: id.slice(0, 8).toUpperCase(),
          account: origin.userId ?? '-',
          at: formatMailTime(now),
        },
        replyTo: fields.email === '' ? undefined : fields.email,
      },
      trx,
    )
    return ok()
  })
}

/** Parses a phone number. Loads the numbering plans on demand, because they are large. */
async function parsePhone(typed: string, country: string | null) {
  const rules = await import('@tradefront/rules/auth/phone-number')
  return rules.parsePhone(typed, country === null ? undefined : { country })
}
