import { mailCalls } from '@tradefront/contract/mail'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { listMailTopics, stopMailsByToken, switchMailTopic } from './mail-topics.ts'

const perMinute = 20

/** Calls to stop mails, which a trader opens by a link. */
export function mailRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, mailCalls.listMailTopics, async ({ user }) => ({
    ...okReply,
    topics: await listMailTopics(context, user.id),
  }))
  registerCall(app, mailCalls.switchMailTopic, async ({ user, body }) => {
    await switchMailTopic(context, { userId: user.id, topic: body.topic }, body.on)
    return okReply
  })
  registerCall(
    app,
    mailCalls.stopMails,
    async ({ body }) => {
      const stopped = await stopMailsByToken(context, body.token)
      return stopped.ok ? { ...okReply, topic: stopped.value } : stopped
    },
    { perMinute },
  )
  registerCall(
    app,
    mailCalls.stopMailsByMailProgram,
    async ({ params }) => {
      const stopped = await stopMailsByToken(context, params.token)
      return stopped.ok ? okReply : stopped
    },
    // The token is the proof. Mail programs post `List-Unsubscribe=One-Click`.
    { csrf: false, form: true, perMinute },
  )
  // Opening an address changes nothing: programs open links to check them.
  registerCall(app, mailCalls.openMailStop, async ({ params, request, reply }) =>
    reply.redirect(`${context.config.publicUrl}/${getRequestLocale(request)}/mails#${params.token}`, 303),
  )
}
