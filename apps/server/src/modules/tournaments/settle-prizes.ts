import type { AppContext } from '../../context.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { buildTransferLines } from '../ledger/service.ts'
import { lockUser } from '../users/service.ts'
import { mailSettledPrize } from './prize-mails.ts'
import {
  hasPrizeOfPerson,
  lapsePrize,
  listDuePrizes,
  lockWaitingPrize,
  type PrizeRow,
  type PrizePayment,
  settlePrize,
} from './prize-store.ts'
import { findTournament } from './tournament-store.ts'

const maxAtOnce = 200

/**
 * Pays the prizes of verified winners, each in one transaction, and lets prizes lapse whose winners were not verified in time or turn out to be
 * one person with a better one. Cash above the approval limit waits for an operator. Safe to run on every server at once.
 */
export async function settlePrizes(context: AppContext): Promise<void> {
  const { db, clock, onError } = context
  for (const { id, userId } of await listDuePrizes(db, clock.now(), maxAtOnce))
    try {
      if (await settleDuePrize(context, id, userId)) await publishUserChanged(context, userId)
    } catch (error) {
      onError(error)
    }
}

async function settleDuePrize(context: AppContext, id: string, userId: number): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, userId)
    const prize = await lockWaitingPrize(trx, id)
    if (prize === null) return false
    const at = context.clock.now()
    const isVerified = user.verification === 'Full'
    if (isVerified ? prize.needsApproval && prize.approvedAt === null : at < prize.verifyUntil) return false
    if (!isVerified || (await hasPrizeOfPerson(trx, prize))) {
      await lapsePrize(trx, id, at)
      return true
    }
    await settlePrize(trx, id, buildPayment(prize, at), at)
    const tournament = await findTournament(trx, prize.tournamentId)
    if (tournament !== null) await mailSettledPrize(context, trx, tournament, prize, user)
    return true
  })
}

/** Builds the payment. Returns null for an item, which the operator sends. */
function buildPayment(
  { tournamentId, rank, userId, kind, currency, paid, required, releaseMax }: PrizeRow,
  at: Date,
): PrizePayment | null {
  if (kind === 'item' || currency === null || paid === null) return null
  const source = `tournament:${tournamentId}/${rank}`
  const house = { account: kind === 'cash' ? 'prize_expense' : 'bonus_expense', userId: null }
  const lines = buildTransferLines(house, { account: kind, userId }, paid, currency)
  const requirement =
    required === null || releaseMax === null
      ? null
      : { userId, source, depositId: null, currency, bonus: paid, required, releaseMax, gift: null, at }
  return { entry: { kind: 'prize.paid', subject: source, at, lines }, requirement }
}
