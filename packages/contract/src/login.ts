import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody, extendPlainReply, text } from './wire.ts'

// This is apart from the other calls of auth, so that the log-in page does not load those.

const password = text(200).check(z.minLength(1))

/** Token of a mailed link: the part after its #. */
export const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const loginCalls = {
  platformLogin: defineCall({
    method: 'POST',
    path: '/cli/login',
    access: 'visitor',
    source: 'ours',
    summary:
      'The platform log-in, a form: returns the token that /api/login needs. `return: false` for a wrong password.',
    body: z.strictObject({ login: text(254).check(z.minLength(1)), password }),
    reply: extendPlainReply({ token: z.optional(z.string()) }),
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/login',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Opens the session. `token` comes from the platform log-in; `csrf` is the token for the following calls.',
    body: z.strictObject({
      email: text(254).check(z.minLength(1)),
      password,
      token: text(500).check(z.minLength(1)),
      marker: z.literal('site'),
    }),
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
  loginByLink: defineCall({
    method: 'POST',
    path: '/api/login/link',
    access: 'visitor',
    source: 'ours',
    summary: 'Opens a session by the one-time token of a log-in link; `csrf` is the token for the following calls.',
    body: z.strictObject({ token: linkToken }),
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
  platformLogout: defineCall({
    method: 'POST',
    path: '/cli/logout',
    access: 'visitor',
    source: 'ours',
    summary: 'The platform log-out. Also succeeds without a session.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/logout',
    access: 'visitor',
    source: 'funding 7',
    summary: 'Ends the session. Also succeeds without one; `csrf` is the token for the following calls.',
    body: emptyBody,
    reply: extendPlainReply({ csrf: z.optional(z.string()) }),
  }),
} as const
