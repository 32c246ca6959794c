import { mailCalls } from '@tradefront/contract/mail'
import type { FastifyInstance } from 'fastify'

import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { MailService } from './service.ts'

const perMinute = 20

/** Mails that a trader can stop. */
export function mailRoutes({ mail, publicUrl }: { readonly mail: MailService; readonly publicUrl: string }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, mailCalls.listMailTopics, async ({ user }) => ({
      ...okReply,
      topics: await mail.topics.listTopics(user.id),
    }))
    registerCall(app, mailCalls.switchMailTopic, async ({ user, body }) => {
      await mail.topics.switchTopic({ userId: user.id, topic: body.topic }, body.on)
      return okReply
    })
    registerCall(
      app,
      mailCalls.stopMails,
      async ({ body }) => {
        const stopped = await mail.topics.stopByToken(body.token)
        return stopped.ok ? { ...okReply, topic: stopped.value } : stopped
      },
      { perMinute },
    )
    registerCall(
      app,
      mailCalls.stopMailsByMailProgram,
      async ({ params }) => {
        const stopped = await mail.topics.stopByToken(params.token)
        return stopped.ok ? okReply : stopped
      },
      // The token is the proof. Mail programs post `List-Unsubscribe=One-Click`.
      { csrf: false, form: true, perMinute },
    )
    // Opening an address changes nothing: programs open links to check them.
    registerCall(app, mailCalls.openMailStop, async ({ params, request, reply }) =>
      reply.redirect(`${publicUrl}/${getRequestLocale(request)}/mails#${params.token}`, 303),
    )
  }
}
