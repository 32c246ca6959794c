import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { countryCode, currency, email, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

const password = text(200).check(z.minLength(1))

/** Longer passwords are better than odd ones; 200 keeps the hashing bounded. */
export const newPassword = text(200).check(z.minLength(8))

/** Digits, spaces and the like, without the prefix. */
export const localPhone = z.string().check(z.regex(/^[0-9 ()-]{4,24}$/))

const registration = z
  .strictObject({
    login: email,
    password: newPassword,
    firstName: text(60).check(z.minLength(1)),
    lastName: text(60).check(z.minLength(1)),
    country: countryCode,
    currency: z._default(currency, 'USD'),
    /** Without the prefix. A practice account needs none. */
    phone: z._default(text(24), ''),
    /** Digits, without the plus. */
    phone_prefix: z.string().check(z.regex(/^[0-9]{1,6}$/)),
    promo: z.optional(text(40)),
    /** Ours: of age, and the terms accepted. */
    adult: z.literal(true),
    terms: z.literal(true),
    /** Ours: opens a practice account. */
    practice: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ phone, practice }) => localPhone.safeParse(phone).success || (practice === true && phone === ''), {
      path: ['phone'],
    }),
  )

/** What a practice account lacks of one with real money; the rest it has already. */
const liveAccount = z.strictObject({
  firstName: text(60).check(z.minLength(1)),
  lastName: text(60).check(z.minLength(1)),
  country: countryCode,
  currency,
  phone: localPhone,
  /** Digits, without the plus. */
  phone_prefix: z.string().check(z.regex(/^[0-9]{1,6}$/)),
  promo: z.optional(text(40)),
})

const resetToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const sessionId = z.string().check(z.regex(/^[0-9a-f]{16}$/))

/** One browser that is logged in. `browser` and `system` are names such as Firefox and Windows, null where nobody knows them. */
const sessionView = z.object({
  id: sessionId,
  isCurrent: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** IP address at the log-in. */
  address: z.string(),
  /** When it logged in, and when it will be asked to again. */
  since: timeMs,
  until: timeMs,
})
export type SessionView = z.infer<typeof sessionView>

export const authCalls = {
  platformLogin: defineCall({
    method: 'POST',
    path: '/cli/login',
    access: 'visitor',
    source: 'ours',
    summary:
      'The platform log-in, a form: gives the token that /api/login asks for. A wrong password is `return: false`.',
    body: z.strictObject({ login: text(254).check(z.minLength(1)), password }),
    reply: extendPlainReply({ token: z.optional(z.string()) }),
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/login',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Opens the session. `token` comes from the platform log-in; `csrf` is the token for what follows.',
    body: z.strictObject({
      email: text(254).check(z.minLength(1)),
      password,
      token: text(500).check(z.minLength(1)),
      marker: z.literal('site'),
    }),
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
  platformLogout: defineCall({
    method: 'POST',
    path: '/cli/logout',
    access: 'visitor',
    source: 'ours',
    summary: 'The platform log-out. Fine without a session too.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/logout',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Ends the session. Fine without one too; `csrf` is the token for what follows.',
    body: emptyBody,
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/register',
    access: 'visitor',
    source: 'account 7',
    summary: 'Opens an account. `is_usa`: refused because of the country; a log-in follows as a call of its own.',
    body: registration,
    reply: extendPlainReply({ is_usa: z.optional(z.boolean()) }),
  }),
  upgradeToLiveAccount: defineCall({
    method: 'POST',
    path: '/api/practice/real',
    access: 'client',
    source: 'ours',
    summary:
      'Makes an account with real money of a practice account, and its practice money go. A no for any other. `is_usa` as in the registration.',
    body: liveAccount,
    reply: extendPlainReply({ is_usa: z.optional(z.boolean()) }),
  }),
  checkResetToken: defineCall({
    method: 'POST',
    path: '/api/forget/check',
    access: 'visitor',
    source: 'ours',
    summary: 'Whether the link for a new password still works. `token` is what stands behind its hash.',
    body: z.strictObject({ token: resetToken }),
    reply: extendPlainReply({}),
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/forget/reset',
    access: 'visitor',
    source: 'ours',
    summary: 'Sets a new password with a mailed link, once, and ends every session.',
    body: z.strictObject({ token: resetToken, password: text(200), repeatPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  listSessions: defineCall({
    method: 'POST',
    path: '/api/us/sessions',
    access: 'client',
    source: 'ours',
    summary: 'Where this account is open: newest first, 50 at most.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), sessions: z.array(sessionView) }),
  }),
  endSession: defineCall({
    method: 'POST',
    path: '/api/us/sessions/end',
    access: 'client',
    source: 'ours',
    summary: 'Ends one session of this account. Fine for one that has ended already.',
    body: z.strictObject({ id: sessionId }),
    reply: extendPlainReply({}),
  }),
  endAllSessions: defineCall({
    method: 'POST',
    path: '/api/us/sessions/end_all',
    access: 'client',
    source: 'ours',
    summary: 'Ends every session of this account, this one too; `csrf` is the token for what follows.',
    body: emptyBody,
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
  requestPasswordReset: defineCall({
    method: 'POST',
    path: '/api/forget',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Mails a link to set a new password. The same answer whether the address is known or not.',
    body: z.strictObject({ email }),
    reply: extendPlainReply({}),
  }),
} as const
