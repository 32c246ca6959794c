import { deskSupportCalls, documentReaders, templateEditors, ticketReaders } from '@tradefront/contract/desk-support'
import { refuse } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { findDocumentCase, listDocumentCases } from '../modules/documents/desk-query.ts'
import { recordPresence, requestSealedRead, takeSealedRead } from '../modules/operators/desk-read-store.ts'
import { recordRead } from '../modules/operators/desk-session-store.ts'
import { storeSealedUpload } from '../modules/operators/sealed-upload-store.ts'
import { createSettingsService } from '../modules/settings/service.ts'
import { findDeskTicketDetails, listDeskTickets, listTicketTemplates, pageSize } from '../modules/support/desk-query.ts'
import { systemClock } from '../platform/clock.ts'
import { getRequestLocale } from '../platform/http/locale.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { refuseByRule } from './refuse-by-rule.ts'

/** Of a sealed file of 10 MB in base64. */
const maxUploadBytes = 15_000_000

/** Documents and tickets, and what a server unseals of them. */
export function supportRoutes(app: FastifyInstance, context: DeskContext): void {
  readRoutes(app, context)
  const { db } = context
  const settings = createSettingsService({ db, clock: systemClock })
  const getOptions = async (request: FastifyRequest) => ({
    settings: await settings.getSettings(),
    locale: getRequestLocale(request),
  })
  registerDeskCall(
    app,
    context,
    deskSupportCalls.listDocumentCases,
    async () => ({ ...okReply, cases: await listDocumentCases(db) }),
    documentReaders,
  )
  registerDeskCall(
    app,
    context,
    deskSupportCalls.getDocumentCase,
    async ({ params: { trader, kind }, secret }) => {
      const found = await findDocumentCase(db, trader, kind)
      if (found === null) return refuse('errors.not_found')
      await recordRead(db, secret, `user:${trader}`)
      return { ...okReply, case: found }
    },
    documentReaders,
  )
  registerDeskCall(
    app,
    context,
    deskSupportCalls.listTickets,
    async ({ query, request }) => {
      const found = await listDeskTickets(db, query.status, await getOptions(request), query.before)
      return { ...okReply, tickets: found.slice(0, pageSize), hasMore: found.length > pageSize }
    },
    ticketReaders,
  )
  registerDeskCall(
    app,
    context,
    deskSupportCalls.getTicket,
    async ({ params, request, secret }) => {
      const ticket = await findDeskTicketDetails(db, params.id, await getOptions(request))
      if (ticket === null) return refuse('errors.not_found')
      await recordRead(db, secret, `ticket:${params.id}`)
      return { ...okReply, ticket }
    },
    ticketReaders,
  )
  registerDeskCall(
    app,
    context,
    deskSupportCalls.listTemplates,
    async () => ({ ...okReply, templates: await listTicketTemplates(db) }),
    templateEditors,
  )
}

function readRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(app, context, deskSupportCalls.requestRead, async ({ body, secret }) => {
    const publicKey = Buffer.from(body.publicKey, 'base64url')
    return (await refuseByRule(requestSealedRead(db, secret, { ...body, publicKey }))) ?? okReply
  })
  registerDeskCall(app, context, deskSupportCalls.takeRead, async ({ body, secret }) => {
    const answer = await refuseByRule(takeSealedRead(db, secret, body.id))
    if (answer === null) return refuse('desk_support.read_over')
    if ('ok' in answer) return answer
    // The server has written the key of the text that explains the failure.
    if (answer.failure !== null) return refuse(answer.failure as TextKey)
    return answer.sealed === null ? okReply : { ...okReply, sealed: answer.sealed.toString('base64') }
  })
  registerDeskCall(
    app,
    context,
    deskSupportCalls.uploadSealed,
    async ({ body, secret }) =>
      (await refuseByRule(storeSealedUpload(db, secret, body.id, Buffer.from(body.sealed, 'base64')))) ?? okReply,
    undefined,
    maxUploadBytes,
  )
  registerDeskCall(app, context, deskSupportCalls.showPresence, async ({ body, secret }) => ({
    ...okReply,
    others: await recordPresence(db, secret, body.subject),
  }))
}
