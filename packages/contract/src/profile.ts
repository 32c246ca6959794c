import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { userRecord } from './user-record.ts'
import { currency, email, emptyBody, extendPlainReply, text } from './wire.ts'

/** A host as in `location.host` and the Host header. */
export const hostName = z.string().check(z.maxLength(253), z.regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i))

export const profileCalls = {
  getUser: defineCall({
    method: 'POST',
    path: '/api/fraud/user',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary: 'The current user record.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), user: userRecord }),
  }),
  getAvailableBalance: defineCall({
    method: 'GET',
    path: '/cli/userInfo',
    access: 'client',
    source: 'funding 7',
    summary: 'What can be staked now, in major units of the account currency.',
    reply: z.object({ return: z.literal(true), available: z.number(), currency }),
  }),
  updateContactDetails: defineCall({
    method: 'POST',
    path: '/api/info',
    access: 'client',
    source: 'account 7',
    summary:
      'Saves e-mail and phone. A change needs `password`, the current one. A new e-mail is used once its mailed link has been opened. `known`: the values that the form started with; refused if they have changed since.',
    body: z.strictObject({
      email,
      phone: text(24),
      /** Not in the specification. */
      password: z.optional(text(200)),
      /** Not in the specification. */
      known: z.optional(z.strictObject({ email: text(254), phone: text(24) })),
    }),
    reply: extendPlainReply({ user: z.optional(userRecord) }),
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/api/us/security',
    access: 'client',
    source: 'account 7',
    summary: 'Changes the password and ends every other session.',
    body: z.strictObject({ oldPassword: text(200), password: text(200), repeatPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  changePlatformPassword: defineCall({
    method: 'POST',
    path: '/cli/password',
    access: 'client',
    source: 'funding 7',
    summary: 'As /api/us/security: platform and site share one password.',
    body: z.strictObject({ newPassword: text(200), newPasswordConfirm: text(200), oldPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  resetPracticeAccount: defineCall({
    method: 'POST',
    path: '/api/practice/reset',
    access: 'client',
    source: 'ours',
    summary: 'Sets the practice balance back to 10,000. Open practice trades go on.',
    body: emptyBody,
    reply: extendPlainReply({ user: z.optional(userRecord) }),
  }),
  recordWelcomeShown: defineCall({
    method: 'POST',
    path: '/api/triggers/welcome',
    access: 'client',
    source: 'ours',
    summary: 'Counts a welcome modal. `shows`: whether it should be shown.',
    body: emptyBody,
    reply: extendPlainReply({ shows: z.optional(z.boolean()) }),
  }),
  recordMobileSession: defineCall({
    method: 'POST',
    path: '/api/triggers/mobile',
    access: 'client',
    source: 'funding 7',
    summary: 'Records that this is a mobile session.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  recordLastHost: defineCall({
    method: 'POST',
    path: '/api/triggers/last_host',
    access: 'client',
    source: 'funding 7',
    summary: 'Records the host name of the request.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  setTips: defineCall({
    method: 'POST',
    path: '/api/triggers/tips',
    access: 'client',
    source: 'funding 7',
    summary: 'Switches tips on or off: `value` is `on` or `off`, `host` the current host name.',
    body: z.strictObject({ value: text(40), host: hostName }),
    reply: extendPlainReply({}),
  }),
} as const
