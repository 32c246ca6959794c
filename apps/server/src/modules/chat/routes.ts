import { chatCalls } from '@tradefront/contract/chat'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { createChatGateway } from '../../gateways/chat-gateway.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import { issueChatToken, sendBalance } from './service.ts'

const perMinute = 60

/** spec: funding 7, account 7 */
export function chatRoutes(app: FastifyInstance, context: AppContext): void {
  const { chatUrl, chatSecret: secret, publicUrl } = context.config
  if (chatUrl === null) return
  const gateway = createChatGateway({ chatUrl, secret, publicUrl, clock: context.clock })
  registerCall(
    app,
    chatCalls.issueToken,
    async ({ user }) => ({ ...okReply, token: await issueChatToken(context, gateway, user), url: chatUrl }),
    {
      perMinute,
    },
  )
  registerCall(
    app,
    chatCalls.reportShownBalance,
    async ({ user, body }) => {
      const result = await sendBalance(context, gateway, user, body.balance)
      return result.ok ? okReply : result
    },
    { perMinute },
  )
}
