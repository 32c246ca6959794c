import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { ChatGateway } from '../../gateways/chat-gateway.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { getUserRecord } from '../profile/service.ts'
import { claimBalanceUpdate, findConversation, findOrInsertConversation } from './store.ts'

/** Least time between two balances of a trader. */
const sendIntervalMs = 2000

/** Issues a token for the trader's conversation, which is the same forever. */
export async function issueChatToken(
  { db, newId, clock }: AppContext,
  gateway: ChatGateway,
  user: SessionUser,
): Promise<string> {
  const conversation = await findOrInsertConversation(db, user.id, newId(), clock.now())
  return gateway.createToken({ conversation, name: user.firstName, locale: toOfferedLocale(user.language) })
}

/** Sends the true balance as well, because `shownBalance` comes from the browser and is not trusted. */
export async function sendBalance(
  context: AppContext,
  gateway: ChatGateway,
  user: SessionUser,
  shownBalance: number,
): Promise<Result<void, 'chat.closed' | 'chat.away'>> {
  const { db, clock } = context
  const conversation = await findConversation(db, user.id)
  if (conversation === null) return refuse('chat.closed')
  const now = clock.now()
  if (!(await claimBalanceUpdate(db, user.id, now, new Date(now.getTime() - sendIntervalMs)))) return ok()
  const facts = {
    conversation,
    balance: (await getUserRecord(context, user)).amount,
    shown_balance: shownBalance,
    currency: user.currency,
  }
  return (await gateway.sendContext(facts)) ? ok() : refuse('chat.away')
}
