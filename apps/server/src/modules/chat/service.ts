import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ChatGateway } from '../../gateways/chat-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { claimBalanceUpdate, findConversation, findOrInsertConversation } from './store.ts'

export type ChatDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly gateway: ChatGateway
  readonly newId: () => string
  /** Ledger balance, major units. */
  readonly getBalance: (user: SessionUser) => Promise<number>
}

/** Per trader. */
const sendIntervalMs = 2000

export type ChatService = ReturnType<typeof createChatService>

export function createChatService({ db, clock, gateway, newId, getBalance }: ChatDeps) {
  return {
    /** A trader keeps one conversation forever. */
    issueToken: async (user: SessionUser): Promise<string> => {
      const conversation = await findOrInsertConversation(db, user.id, newId(), clock.now())
      return gateway.createToken({ conversation, name: user.firstName, locale: user.language })
    },

    /** Sends the true balance, too: `shownBalance` comes from the browser and is not trusted. */
    sendBalance: async (
      user: SessionUser,
      shownBalance: number,
    ): Promise<Result<void, 'chat.closed' | 'chat.away'>> => {
      const conversation = await findConversation(db, user.id)
      if (conversation === null) return refuse('chat.closed')
      const now = clock.now()
      if (!(await claimBalanceUpdate(db, user.id, now, new Date(now.getTime() - sendIntervalMs)))) return ok()
      const context = {
        conversation,
        balance: await getBalance(user),
        shown_balance: shownBalance,
        currency: user.currency,
      }
      return (await gateway.sendContext(context)) ? ok() : refuse('chat.away')
    },
  }
}
