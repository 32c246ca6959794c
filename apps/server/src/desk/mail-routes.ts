import { deskMailCalls, mailReaders } from '@tradefront/contract/desk-mails'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { checkMailTexts } from '../modules/mail/check-mail-texts.ts'
import { findDeskMail, listDeskMails } from '../modules/mail/desk-query.ts'
import { renderEmail } from '../modules/mail/email-template.ts'
import { buildExampleParams } from '../modules/mail/example-params.ts'
import { parseMailKey } from '../modules/mail/mail-key.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

const exampleLink = 'https://example.com/'

/** Texts of mails. */
export function mailRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    deskMailCalls.listMails,
    async () => ({ ...okReply, mails: await listDeskMails(db) }),
    mailReaders,
  )
  registerDeskCall(
    app,
    context,
    deskMailCalls.getMail,
    async ({ query }) => {
      const mail = await findDeskMail(db, query.mail)
      return mail === null ? refuse('errors.not_found') : { ...okReply, mail }
    },
    mailReaders,
  )
  registerDeskCall(
    app,
    context,
    deskMailCalls.previewMail,
    async ({ body: { mail, ...texts } }) => {
      const key = parseMailKey(mail)
      if (key === null) return refuse('errors.not_found')
      const checked = checkMailTexts(key, texts)
      if (!checked.ok) return checked
      const { template, language } = key
      const example = { template, locale: language, params: buildExampleParams(language), link: exampleLink }
      const { subject, html } = renderEmail(example, texts)
      return { ...okReply, subject, html }
    },
    mailReaders,
  )
}
