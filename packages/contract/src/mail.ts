import { mailTopics } from '@tradefront/rules/mail/topics'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, plainReply } from './wire.ts'

const topic = z.enum(mailTopics)
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{20,200}$/))

export const mailCalls = {
  listMailTopics: defineCall({
    method: 'GET',
    path: '/api/mails',
    access: 'client',
    source: 'ours',
    summary: 'Kinds of mails that the trader can stop, and whether each is sent.',
    reply: z.object({ return: z.literal(true), topics: z.array(z.object({ topic, isOn: z.boolean() })) }),
  }),
  switchMailTopic: defineCall({
    method: 'POST',
    path: '/api/mails',
    access: 'client',
    source: 'ours',
    summary: 'Stops mails of a kind, or starts them again.',
    body: z.strictObject({ topic, on: z.boolean() }),
    reply: plainReply,
  }),
  stopMails: defineCall({
    method: 'POST',
    path: '/api/mails/stop',
    access: 'visitor',
    source: 'ours',
    summary: 'Stops mails of a kind, by the token of a link in such a mail.',
    body: z.strictObject({ token }),
    reply: extendPlainReply({ topic: z.optional(topic) }),
  }),
  stopMailsByMailProgram: defineCall({
    method: 'POST',
    path: '/api/mails/stop/:token',
    access: 'visitor',
    source: 'ours',
    summary: 'As /api/mails/stop, for the button of mail programs (RFC 8058).',
    params: z.object({ token }),
    reply: plainReply,
  }),
  openMailStop: defineCall({
    method: 'GET',
    path: '/api/mails/stop/:token',
    access: 'visitor',
    kind: 'redirect',
    source: 'ours',
    summary: 'Redirects mail programs without such a button to the page that stops the mails.',
    params: z.object({ token }),
    reply: z.unknown(),
  }),
} as const
