import type { ChatGateway } from '../../gateways/chat-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { createChatStore } from './store.ts'

export type ChatDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly gateway: ChatGateway
  readonly newId: () => string
  /** What is on the trader's account, major units, by the ledger. */
  readonly getBalance: (user: SessionUser) => Promise<number>
}

/** The vendor is told no more often than this. */
const sendIntervalMs = 2000

export type ChatService = ReturnType<typeof createChatService>

/** The chat with support, as far as it is ours: who is there, and what is on their account. */
export function createChatService({ db, clock, gateway, newId, getBalance: balance }: ChatDeps) {
  const store = createChatStore(db)
  return {
    /** The token that the frame shows its vendor. Opens the trader's conversation, which stays the same from then on. */
    issueToken: async (user: SessionUser): Promise<string> => {
      const conversation = await store.findOrInsertConversation(user.id, newId(), clock.now())
      return gateway.createToken({ conversation, name: user.firstName, locale: user.language })
    },

    /**
     * Tells the person at the other end what the trader sees, and beside it what is true: `shownBalance` is only what a browser has
     * sent. `closed` without a conversation, `away` where the vendor does not answer.
     */
    sendBalance: async (user: SessionUser, shownBalance: number): Promise<'sent' | 'closed' | 'away'> => {
      const conversation = await store.findConversation(user.id)
      if (conversation === null) return 'closed'
      const now = clock.now()
      if (!(await store.claimBalanceUpdate(user.id, now, new Date(now.getTime() - sendIntervalMs)))) return 'sent'
      const payload = {
        conversation,
        balance: await balance(user),
        shown_balance: shownBalance,
        currency: user.currency,
      }
      return (await gateway.sendContext(payload)) ? 'sent' : 'away'
    },
  }
}
