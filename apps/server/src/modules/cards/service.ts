import { maskCardDataInTrace } from '@tradefront/rules/cards/mask-card-data'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { findOpenDeposit, listRecentDeposits } from '../deposits/service.ts'
import { insertClientLog } from './card-store.ts'
import { getCardLimits } from './payments/card-limits.ts'
import { listSavedCards } from './saved-cards.ts'

export { type CardSettings, getCardSettings } from './card-settings.ts'
export { createProcessorProvider } from './processor-provider.ts'
export { answerPoll } from './payments/answer-poll.ts'
export {
  buildRepeatedReply,
  buildReply,
  callProcessor,
  type CardCallReply,
  toNativeRefusal,
} from './payments/call-processor.ts'
export { createAttempt } from './payments/create-attempt.ts'
export { chargeSavedCard, type TopUp } from './payments/charge-saved-card.ts'
export { toTrader, type Trader } from './trader.ts'

const recentDepositCount = 20

export async function getCardOverview(
  context: AppContext,
  user: Pick<SessionUser, 'id' | 'failLimitIgnoredUntil' | 'failLimitAcceptedUntil'>,
) {
  const [deposit, recent, { current, saved }, limits] = await Promise.all([
    findOpenDeposit(context.db, user.id),
    listRecentDeposits(context.db, user.id, recentDepositCount),
    listSavedCards(context, user.id),
    getCardLimits(context, user),
  ])
  return { deposit, recent, card: current, savedCards: saved, limits }
}

export function recordClientLog(
  { clock, db }: AppContext,
  userId: number,
  kind: string,
  detail: Record<string, string>,
): Promise<void> {
  const masked = Object.entries(detail).map(([name, text]) => [name, maskCardDataInTrace(text)])
  return insertClientLog(db, userId, kind, Object.fromEntries(masked), clock.now())
}
