import * as z from 'zod/mini'

import { accountNames, defineCall } from './call.ts'
import { linkToken } from './login.ts'
import { countryCode, currency, email, emptyBody, extendPlainReply, text, timeMs, visibleLine } from './wire.ts'

/** The maximum length limits the work of hashing. */
export const newPassword = text(200).check(z.minLength(8))

/** Phone number in national form, or in international form with a plus. */
const typedPhone = z.string().check(
  z.regex(/^\+?[0-9 ()-]{4,24}$/),
  z.refine((value) => value.replaceAll(/\D/g, '').length >= 4),
)

const registration = z.strictObject({
  login: email,
  password: newPassword,
  firstName: visibleLine(60),
  lastName: visibleLine(60),
  country: countryCode,
  currency: z._default(currency, 'USD'),
  /** The number as typed: an international form overrides the prefix. */
  phone: typedPhone,
  /** Digits, without the plus. */
  phone_prefix: z.string().check(z.regex(/^[0-9]{1,6}$/)),
  promo: z.optional(text(40)),
  /** Ours: the trader is of age and accepts the terms. A client without our form can leave both out; `false` is refused. */
  adult: z.optional(z.literal(true)),
  terms: z.optional(z.literal(true)),
  /** Ours: the account that the first log-in shows, practice or, by default, real. */
  account: z.optional(z.enum(accountNames)),
})

/** `adult` and `terms` mean the same as in the registration. */
const practiceRegistration = z.strictObject({
  login: email,
  password: newPassword,
  adult: z.optional(z.literal(true)),
  terms: z.optional(z.literal(true)),
})

const realAccount = z.strictObject({
  firstName: visibleLine(60),
  lastName: visibleLine(60),
  country: countryCode,
  currency,
  phone: typedPhone,
  /** Digits, without the plus. */
  phone_prefix: z.string().check(z.regex(/^[0-9]{1,6}$/)),
  promo: z.optional(text(40)),
})

export const emailLinkKind = z.enum(['prove', 'change', 'undo'])
export type EmailLinkKind = z.infer<typeof emailLinkKind>
const sessionId = z.string().check(z.regex(/^[0-9a-f]{16}$/))

/** `browser` and `system`: e.g. Firefox, Windows; null if unknown. */
const sessionView = z.object({
  id: sessionId,
  isCurrent: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** IP address at the log-in. */
  address: z.string(),
  /** Log-in time and expiry of the session. */
  since: timeMs,
  until: timeMs,
})
export type SessionView = z.infer<typeof sessionView>

export const authCalls = {
  register: defineCall({
    method: 'POST',
    path: '/api/register',
    access: 'visitor',
    source: 'account 7',
    summary:
      'Opens a real account, and one for practice, but does not log in. `is_usa`: refused because of the country.',
    body: registration,
    reply: extendPlainReply({ is_usa: z.optional(z.boolean()) }),
  }),
  registerForPractice: defineCall({
    method: 'POST',
    path: '/api/practice/register',
    access: 'visitor',
    source: 'ours',
    summary: 'Opens an account for practice only, with 10,000 USD of practice money, but does not log in.',
    body: practiceRegistration,
    reply: extendPlainReply({}),
  }),
  switchAccount: defineCall({
    method: 'POST',
    path: '/api/account/switch',
    access: 'client',
    source: 'ours',
    summary:
      'The account that this session shows from now on, and the next log-in: practice or real. Refused with `auth.no_real_account` if none was opened.',
    body: z.strictObject({ account: z.enum(accountNames) }),
    reply: extendPlainReply({}),
  }),
  openRealAccount: defineCall({
    method: 'POST',
    path: '/api/account/open',
    access: 'client',
    source: 'ours',
    summary:
      'Opens the real account of a trader who has only practised, and shows it. In another currency than USD, practice starts again in that currency. `is_usa` as in the registration.',
    body: realAccount,
    reply: extendPlainReply({ is_usa: z.optional(z.boolean()) }),
  }),
  checkResetToken: defineCall({
    method: 'POST',
    path: '/api/forget/check',
    access: 'visitor',
    source: 'ours',
    summary: 'Whether a link for a new password is still valid. `token` is the part after its #.',
    body: z.strictObject({ token: linkToken }),
    reply: extendPlainReply({}),
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/forget/reset',
    access: 'visitor',
    source: 'ours',
    summary: 'Sets a new password with a mailed link, once, and ends every session.',
    body: z.strictObject({ token: linkToken, password: text(200), repeatPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  listSessions: defineCall({
    method: 'POST',
    path: '/api/us/sessions',
    access: 'client',
    source: 'ours',
    summary: 'The sessions of this account, newest first, at most 50.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), sessions: z.array(sessionView) }),
  }),
  endSession: defineCall({
    method: 'POST',
    path: '/api/us/sessions/end',
    access: 'client',
    source: 'ours',
    summary: 'Ends one session of this account. Also succeeds if it has already ended.',
    body: z.strictObject({ id: sessionId }),
    reply: extendPlainReply({}),
  }),
  endAllSessions: defineCall({
    method: 'POST',
    path: '/api/us/sessions/end_all',
    access: 'client',
    source: 'ours',
    summary: 'Ends all sessions of this account, including this one; `csrf` is the token for the following calls.',
    body: emptyBody,
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
  checkEmailLink: defineCall({
    method: 'POST',
    path: '/api/email/check',
    access: 'visitor',
    source: 'ours',
    summary:
      'What a link about an e-mail address does, while it is valid. `email`: the address that the account then has.',
    body: z.strictObject({ token: linkToken }),
    reply: extendPlainReply({ kind: z.optional(emailLinkKind), email: z.optional(z.string()) }),
  }),
  useEmailLink: defineCall({
    method: 'POST',
    path: '/api/email/confirm',
    access: 'visitor',
    source: 'ours',
    summary:
      'Proves the address, changes to it, or undoes a change. Undo ends every session and the password; `reset` is then the token for a new one.',
    body: z.strictObject({ token: linkToken }),
    reply: extendPlainReply({
      kind: z.optional(emailLinkKind),
      email: z.optional(z.string()),
      reset: z.optional(linkToken),
      /** Whether the bonus of a promo code that waited for the proof was credited. */
      bonus: z.optional(z.enum(['credited', 'refused'])),
      /** Text that says why the bonus was refused. */
      bonus_message: z.optional(z.string()),
    }),
  }),
  requestEmailProof: defineCall({
    method: 'POST',
    path: '/api/email/prove',
    access: 'client',
    source: 'ours',
    summary: 'Mails another link that proves the address. Succeeds without a mail if it is proved.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  requestPasswordReset: defineCall({
    method: 'POST',
    path: '/api/forget',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Mails a link to set a new password. The reply does not tell whether the address is registered.',
    body: z.strictObject({ email }),
    reply: extendPlainReply({}),
  }),
} as const
