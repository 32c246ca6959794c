import { chatCalls } from '@tradefront/contract/chat'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import type { ChatService } from './service.ts'

/** Each of them goes out to the vendor or lets somebody in there. */
const perMinute = 60

export type ChatRoutesDeps = {
  readonly chat: ChatService
  /** Address of the frame's page. */
  readonly chatUrl: string
}

/** The chat's token and the balance beside it (spec: funding 7, account 7). */
export function chatRoutes({ chat, chatUrl }: ChatRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(
      app,
      chatCalls.issueToken,
      async ({ user }) => ({ ...okReply, token: await chat.issueToken(user), url: chatUrl }),
      {
        perMinute,
      },
    )
    registerCall(
      app,
      chatCalls.reportShownBalance,
      async ({ user, body, request }) => {
        const result = await chat.sendBalance(user, body.balance)
        if (result === 'sent') return okReply
        return toRefusalReply(request, result === 'closed' ? 'chat.closed' : 'chat.away')
      },
      { perMinute },
    )
  }
}
