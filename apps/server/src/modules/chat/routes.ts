import { chatCalls } from '@tradefront/contract/chat'
import type { FastifyInstance } from 'fastify'

import { registerCall, okReply } from '../../platform/http/route.ts'
import type { ChatService } from './service.ts'

const perMinute = 60

export type ChatRoutesDeps = {
  readonly chat: ChatService
  readonly chatUrl: string
}

/** spec: funding 7, account 7 */
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
      async ({ user, body }) => {
        const result = await chat.sendBalance(user, body.balance)
        return result.ok ? okReply : result
      },
      { perMinute },
    )
  }
}
