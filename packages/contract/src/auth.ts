import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { countryCode, currency, email, nothing, replyWith, text } from './wire.ts'

const password = text(200).check(z.minLength(1))

/** Longer passwords are better than odd ones; 200 keeps the hashing bounded. */
export const newPassword = text(200).check(z.minLength(8))

export const authCalls = {
  platformLogin: defineCall({
    method: 'POST',
    path: '/cli/login',
    access: 'visitor',
    source: 'ours',
    summary:
      'The platform log-in, a form: gives the token that /api/login asks for. A wrong password is `return: false`.',
    body: z.strictObject({ login: text(254).check(z.minLength(1)), password }),
    reply: replyWith({ token: z.optional(z.string()) }),
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
    reply: replyWith({ csrf: z.optional(z.string()) }),
  }),
  platformLogout: defineCall({
    method: 'POST',
    path: '/cli/logout',
    access: 'visitor',
    source: 'ours',
    summary: 'The platform log-out. Fine without a session too.',
    body: nothing,
    reply: replyWith({}),
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/logout',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Ends the session. Fine without one too; `csrf` is the token for what follows.',
    body: nothing,
    reply: replyWith({ csrf: z.optional(z.string()) }),
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/register',
    access: 'visitor',
    source: 'account 7',
    summary: 'Opens an account. `is_usa`: refused because of the country; a log-in follows as a call of its own.',
    body: z.strictObject({
      login: email,
      password: newPassword,
      firstName: text(60).check(z.minLength(1)),
      lastName: text(60).check(z.minLength(1)),
      country: countryCode,
      currency: z._default(currency, 'USD'),
      /** Digits, without the prefix. */
      phone: z.string().check(z.regex(/^[0-9 ()-]{4,24}$/)),
      /** Digits, without the plus. */
      phone_prefix: z.string().check(z.regex(/^[0-9]{1,6}$/)),
      promo: z.optional(text(40)),
      /** Ours: of age, and the terms accepted. */
      adult: z.literal(true),
      terms: z.literal(true),
    }),
    reply: replyWith({ is_usa: z.optional(z.boolean()) }),
  }),
  forget: defineCall({
    method: 'POST',
    path: '/api/forget',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Mails a link to set a new password. The same answer whether the address is known or not.',
    body: z.strictObject({ email }),
    reply: replyWith({}),
  }),
} as const
