import type { CardToSave } from '@tradefront/contract/domain/cards'
import { maskCardDataInTrace } from '@tradefront/rules/cards/mask-card-data'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import { type Clock, dayMs, hourMs } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type Deposit, type DepositsService, findOpenDeposit, listRecentDeposits } from '../deposits/service.ts'
import type { MarksService } from '../marks/service.ts'
import { updateCardRisk, updateFailLimitAccepted, updateFailLimitIgnored } from '../users/service.ts'
import type { CardSettings } from './card-settings.ts'
import { eraseCards, insertClientLog, listClientLogs } from './card-store.ts'
import { createCancelAttempt } from './payments/cancel-attempt.ts'
import { countDepositsOfDay, createGetCardLimits, findLastLimitEnd } from './payments/card-eligibility.ts'
import { createCompleteAttempt } from './payments/complete-attempt.ts'
import { createFindRedirectUrl } from './payments/find-redirect-url.ts'
import { createHandleReturn } from './payments/handle-return.ts'
import { createOpenCardDeposit } from './payments/open-card-deposit.ts'
import { createAnswerPoll } from './payments/answer-poll.ts'
import { createStartAttempt } from './payments/start-attempt.ts'
import { createTopUpSavedCard } from './payments/top-up-saved-card.ts'
import { createSavedCards } from './saved-cards.ts'

export { createProcessorProvider } from './processor-provider.ts'
export { toTrader } from './card-request.ts'
export { type CardSettings, toCardSettings } from './card-settings.ts'
export { buildRepeatedReply, buildReply, toNativeRefusal } from './payments/build-reply.ts'
export { callProcessor } from './payments/call-processor.ts'
export type { CardCallReply, Trader } from './payments/card-payment.ts'
export { insertAttempt } from './payments/insert-attempt.ts'
export type { TopUp } from './payments/top-up-saved-card.ts'

export type CardsService = ReturnType<typeof createCardsService>

export type CardsDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly marks: Pick<MarksService, 'hashMark' | 'recordMark'>
  readonly clock: Clock
  readonly gateway: ProcessorGateway
  readonly deposits: DepositsService
  readonly getSettings: () => Promise<CardSettings>
  readonly publishUser: (userId: number) => Promise<void>
  /** The line for the card statement, or null for the processor's usual one. */
  readonly prepareDescriptor: (deposit: Deposit) => Promise<string | null>
  readonly publicUrl: string
  readonly waitScale: number
}

const recentDepositCount = 20

export function createCardsService(deps: CardsDeps) {
  const { clock } = deps
  const cards = createSavedCards({ db: deps.db, seal: deps.seal, clock })
  const markCardRisk = async (userId: number) => {
    if (await updateCardRisk(deps.db, userId, true)) await deps.publishUser(userId)
  }
  const paymentDeps = { ...deps, cards, markCardRisk }
  const openCardDeposit = createOpenCardDeposit(paymentDeps)
  const startAttempt = createStartAttempt(paymentDeps, openCardDeposit)
  const getCardLimits = createGetCardLimits(paymentDeps)
  const findLimitEnd = async (userId: number) =>
    findLastLimitEnd(await countDepositsOfDay(deps, userId), await deps.getSettings())

  return {
    openCardDeposit,
    startAttempt,
    topUpSavedCard: createTopUpSavedCard(openCardDeposit, startAttempt),
    completeAttempt: createCompleteAttempt(paymentDeps),
    answerPoll: createAnswerPoll(paymentDeps),
    findRedirectUrl: createFindRedirectUrl(paymentDeps),
    cancelAttempt: createCancelAttempt(paymentDeps),
    handleReturn: createHandleReturn(paymentDeps),

    /** Lifts the fail limit until it ends. */
    async ignoreFailLimit(userId: number): Promise<Result> {
      const until = await findLimitEnd(userId)
      if (until === null) return ok()
      if (!(await updateFailLimitIgnored(deps.db, userId, until, clock.now()))) return refuse('cards.limit_accepted')
      await deps.publishUser(userId)
      return ok()
    },

    /** The fail limit stays until it ends: the trader cannot lift it before. */
    async acceptFailLimit(userId: number): Promise<void> {
      const until = await findLimitEnd(userId)
      if (until === null) return
      await updateFailLimitAccepted(deps.db, userId, until)
      await deps.publishUser(userId)
    },

    async getOverview(user: Pick<SessionUser, 'id' | 'failLimitIgnoredUntil' | 'failLimitAcceptedUntil'>) {
      const [deposit, recent, { current, saved }, limits] = await Promise.all([
        findOpenDeposit(deps.db, user.id),
        listRecentDeposits(deps.db, user.id, recentDepositCount),
        cards.listCards(user.id),
        getCardLimits(user),
      ])
      return { deposit, recent, card: current, savedCards: saved, limits }
    },

    /** Returns the card that is now current. */
    async saveCard(userId: number, card: CardToSave | { readonly remove: 1; readonly card?: string | undefined }) {
      const result =
        'remove' in card ? await cards.removeCard(userId, card.card ?? null) : await cards.saveCard(userId, card)
      return { result, card: (await cards.listCards(userId)).current }
    },

    findCard: cards.findCard,
    resealNumbers: cards.reseal,

    async eraseCards(): Promise<void> {
      const { cardNumberDays } = await deps.getSettings()
      const now = clock.now()
      const timeAgo = (ms: number) => new Date(now.getTime() - ms)
      await eraseCards(deps.db, { unusedBefore: timeAgo(hourMs), chargedBefore: timeAgo(cardNumberDays * dayMs), now })
    },

    listClientLogs: (userId: number, beforeId: number | null, limit: number) =>
      listClientLogs(deps.db, userId, beforeId, limit),

    recordClientLog: (userId: number, kind: string, detail: Record<string, string>) =>
      insertClientLog(
        deps.db,
        userId,
        kind,
        Object.fromEntries(Object.entries(detail).map(([name, text]) => [name, maskCardDataInTrace(text)])),
        clock.now(),
      ),
  }
}
