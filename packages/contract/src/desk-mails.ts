import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { mailTexts, operatorActions } from './operator-actions.ts'
import { extendPlainReply, timeMs } from './wire.ts'

// Texts of the mails that the site sends.

export const mailReaders = operatorActions['mail.change'].roles

const mailSummary = z.object({
  /** Template and language, e.g. `reset/en`. */
  mail: z.string(),
  template: z.string(),
  language: z.string(),
  subject: z.string(),
  /** Null: it is the text of the product. */
  changedAtMs: z.nullable(timeMs),
})
export type DeskMailSummary = z.infer<typeof mailSummary>

const texts = z.object({ subject: z.string(), text: z.string(), action: z.string() })

const deskMail = z.object({
  ...mailSummary.shape,
  ...texts.shape,
  /** Names that the texts can have in braces. */
  placeholders: z.array(z.string()),
  /** What operators have written, newest first. */
  versions: z.array(
    z.object({
      id: z.number(),
      atMs: timeMs,
      operator: z.string(),
      reason: z.nullable(z.string()),
      /** Null: the text of the product came back. */
      content: z.nullable(texts),
    }),
  ),
})
export type DeskMail = z.infer<typeof deskMail>

const mailName = z.string().check(z.maxLength(60))

export const deskMailCalls = {
  listMails: defineCall({
    method: 'GET',
    path: '/api/desk/mails',
    access: 'client',
    source: 'ours',
    summary: 'Every mail that the site sends, in every language.',
    reply: z.object({ return: z.literal(true), mails: z.array(mailSummary) }),
  }),
  getMail: defineCall({
    method: 'GET',
    path: '/api/desk/mails/mail',
    access: 'client',
    source: 'ours',
    summary: 'The texts of a mail, and what they were before.',
    query: z.strictObject({ mail: mailName }),
    reply: extendPlainReply({ mail: z.optional(deskMail) }),
  }),
  previewMail: defineCall({
    method: 'POST',
    path: '/api/desk/mails/preview',
    access: 'client',
    source: 'ours',
    summary: 'A mail with these texts and example data, or why it could not be sent. Changes nothing.',
    body: z.strictObject({ mail: mailName, ...mailTexts }),
    reply: extendPlainReply({ subject: z.optional(z.string()), html: z.optional(z.string()) }),
  }),
}
