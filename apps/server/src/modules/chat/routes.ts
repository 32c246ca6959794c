import { chatCalls } from '@tradefront/contract/chat'
import type { FastifyInstance } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { serve, yes } from '../../platform/http/route.ts'
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
    serve(app, chatCalls.token, async ({ user }) => ({ ...yes, token: await chat.token(user), url: chatUrl }), {
      perMinute,
    })
    serve(
      app,
      chatCalls.balance,
      async ({ user, body, request }) => {
        const told = await chat.tellBalance(user, body.balance)
        if (told === 'told') return yes
        return refusal(request, told === 'closed' ? 'chat.closed' : 'chat.away')
      },
      { perMinute },
    )
  }
}
