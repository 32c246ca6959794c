import { toSavedCardRecord } from '@tradefront/contract/domain/cards'
import { maskCardDataInTrace } from '@tradefront/rules/cards/mask-card-data'
import type { Locale } from '@tradefront/texts/locales'

import type { AppContext } from '../../context.ts'
import { okReply } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { findOpenDeposit, listRecentDeposits, toDepositView } from '../deposits/service.ts'
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

/** What a screen about payments starts with. */
export async function showOverview(
  context: AppContext,
  user: Pick<SessionUser, 'id' | 'failLimitIgnoredUntil' | 'failLimitAcceptedUntil'>,
  language: Locale,
) {
  const [deposit, recent, { current, saved }, limits] = await Promise.all([
    findOpenDeposit(context.db, user.id),
    listRecentDeposits(context.db, user.id, recentDepositCount),
    listSavedCards(context, user.id),
    getCardLimits(context, user),
  ])
  return {
    ...okReply,
    deposit: deposit && toDepositView(deposit, language),
    recent: recent.map((each) => toDepositView(each, language)),
    card: current && toSavedCardRecord(current),
    savedCards: saved.map((each) => ({
      ...toSavedCardRecord(each),
      limitedUntilMs: limits.findLimitEnd(each)?.getTime() ?? null,
    })),
    isCardLimited: limits.isCardLimited,
    cardLimitedUntilMs: limits.limitedUntil?.getTime() ?? null,
    isLimitAccepted: limits.isLimitAccepted,
    depositsLeftToday: limits.leftToday,
  }
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
