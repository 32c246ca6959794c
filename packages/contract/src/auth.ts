import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, nothing, plainReply, text } from './wire.ts'

/** An e-mail address as the trader types it; the server compares it in lower case. */
export const email = z.string().check(z.maxLength(254), z.trim(), z.email())

/** A password to set: 8 to 200 characters, any of them. */
export const newPassword = z.string().check(z.minLength(8), z.maxLength(200))

/** A password to check: only bounded, so that no rule of today shuts out one set yesterday. */
export const givenPassword = z.string().check(z.minLength(1), z.maxLength(200))

/** An ISO 3166 country code of two capitals. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/))

/** Answer of both log-ins and of log-out. A business "no" has `return: false` with `error` and `message` (HTTP 200). */
const entryReply = z.object({
  return: z.boolean(),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
  /** The CSRF token of the session that begins (or ends) with this answer; the earlier one is void. */
  csrf: z.optional(z.string()),
})

export const authCalls = {
  /** Form-encoded. Opens the session and hands out the `token` that `/api/login` asks for (good for two minutes). */
  platformLogin: defineCall({
    method: 'POST',
    path: '/cli/login',
    access: 'visitor',
    source: 'funding 7',
    summary: 'The platform log-in: form-encoded login (the e-mail) and password. Called before the log-in of the site.',
    body: z.strictObject({ login: email, password: givenPassword }),
    reply: z.extend(entryReply, { token: z.optional(z.string()) }),
  }),
  /** A failure ends the session that the platform log-in opened. */
  login: defineCall({
    method: 'POST',
    path: '/api/login',
    access: 'visitor',
    source: 'funding 7',
    summary: 'The log-in of the site, with the token that the platform log-in gave for the same e-mail and password.',
    body: z.strictObject({ email, password: givenPassword, token: text(200), marker: z.literal('site') }),
    reply: entryReply,
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/logout',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Ends the session. Answers alike without one.',
    body: nothing,
    reply: entryReply,
  }),
  platformLogout: defineCall({
    method: 'POST',
    path: '/cli/logout',
    access: 'visitor',
    source: 'funding 7',
    summary: 'The platform log-out: ends the session as the log-out of the site does.',
    body: nothing,
    reply: entryReply,
  }),
  /** `is_usa`: the trader lives in the United States, where we may not serve them. The browser logs in after `return: true`. */
  register: defineCall({
    method: 'POST',
    path: '/api/register',
    access: 'visitor',
    source: 'account 7',
    summary: 'Opens an account. The browser then logs in with the same e-mail and password.',
    body: z.strictObject({
      country: countryCode,
      currency: z._default(currency, 'USD'),
      login: email,
      password: newPassword,
      firstName: text(60).check(z.trim(), z.minLength(1)),
      lastName: text(60).check(z.trim(), z.minLength(1)),
      /** Without the prefix; digits, spaces, dashes and brackets. */
      phone: z.string().check(z.maxLength(20), z.regex(/^[0-9][0-9 ()-]{3,}$/)),
      /** Of the country table, without a plus sign. */
      phone_prefix: z.string().check(z.regex(/^[0-9]{1,4}$/)),
      /** Of age (18 or over). */
      adult: z.literal(true),
      terms: z.literal(true),
    }),
    reply: z.extend(plainReply, { error: z.optional(z.string()), is_usa: z.optional(z.boolean()) }),
  }),
} as const
