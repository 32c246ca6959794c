import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../../context.ts'
import { dayMs } from '../../../platform/clock.ts'
import type { SessionUser } from '../../../platform/http/sessions.ts'
import { publishUserChanged } from '../../../platform/realtime/user-events.ts'
import { countDeposits, type DepositCounts } from '../../deposits/service.ts'
import { updateFailLimitAccepted, updateFailLimitIgnored } from '../../users/service.ts'
import { type CardSettings, getCardSettings } from '../card-settings.ts'
import { findCurrentCard } from '../card-store.ts'
import type { PayerProfile } from '../trader.ts'

type CardFailures = DepositCounts['recentFailures'][number]
type CardName = { readonly brand: string; readonly last4: string }
type FailLimitAnswer = Pick<PayerProfile, 'failLimitIgnoredUntil'>

export type CardLimits = {
  /** True if the trader cannot pay with the card of the next payment; without such a card, true if any card is limited. */
  readonly isCardLimited: boolean
  /** When that limit ends, even if the trader lifted it; null without a limit. */
  readonly limitedUntil: Date | null
  /** True if the trader chose to wait, and cannot lift the limit now. */
  readonly isLimitAccepted: boolean
  readonly leftToday: number
  /** Finds when the limit of another card ends; null if it can be used. */
  readonly findLimitEnd: (card: CardName) => Date | null
}

export function countDepositsOfDay({ clock, db }: AppContext, userId: number): Promise<DepositCounts> {
  const now = clock.now()
  return countDeposits(db, userId, getUtcDate(now), new Date(now.getTime() - dayMs))
}

export function getUtcDate(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** Failures are counted for each card, so that another card can be used. */
export function hasReachedFailLimit(
  card: CardName,
  { failLimitIgnoredUntil }: FailLimitAnswer,
  { recentFailures }: DepositCounts,
  { failLimit }: Pick<CardSettings, 'failLimit'>,
  now: Date,
): boolean {
  const failures = findFailures(card, recentFailures)
  if (failures === undefined || getLimitEnd(failures, failLimit) === null) return false
  return !isLimitIgnored({ failLimitIgnoredUntil }, now)
}

function isLimitIgnored({ failLimitIgnoredUntil }: FailLimitAnswer, now: Date): boolean {
  return failLimitIgnoredUntil !== null && failLimitIgnoredUntil > now
}

/** Finds when the limits of all cards have ended; null if no card is limited. */
export function findLastLimitEnd({ recentFailures }: DepositCounts, { failLimit }: CardSettings): Date | null {
  const ends = recentFailures.map((failures) => getLimitEnd(failures, failLimit)).filter((end) => end !== null)
  return ends.length === 0 ? null : new Date(Math.max(...ends.map((end) => end.getTime())))
}

export async function getCardLimits(
  context: AppContext,
  user: Pick<SessionUser, 'id' | 'failLimitIgnoredUntil' | 'failLimitAcceptedUntil'>,
): Promise<CardLimits> {
  const [settings, counts, card] = await Promise.all([
    getCardSettings(context),
    countDepositsOfDay(context, user.id),
    findCurrentCard(context.db, user.id),
  ])
  const now = context.clock.now()
  const findCardLimit = (each: CardName) => {
    const failures = findFailures(each, counts.recentFailures)
    return failures === undefined ? null : getLimitEnd(failures, settings.failLimit)
  }
  const limitedUntil = card === null ? findLastLimitEnd(counts, settings) : findCardLimit(card)
  const isIgnored = isLimitIgnored(user, now)
  return {
    isCardLimited: limitedUntil !== null && !isIgnored,
    limitedUntil,
    findLimitEnd: (each) => (isIgnored ? null : findCardLimit(each)),
    isLimitAccepted: user.failLimitAcceptedUntil !== null && user.failLimitAcceptedUntil > now,
    leftToday: Math.max(0, settings.dayLimit - counts.usedToday),
  }
}

/** Lifts the fail limit until it ends. */
export async function ignoreFailLimit(context: AppContext, userId: number): Promise<Result> {
  const until = await findLimitEnd(context, userId)
  if (until === null) return ok()
  if (!(await updateFailLimitIgnored(context.db, userId, until, context.clock.now())))
    return refuse('cards.limit_accepted')
  await publishUserChanged(context, userId)
  return ok()
}

/** Accepts the fail limit: the trader can no longer lift it before it ends. */
export async function acceptFailLimit(context: AppContext, userId: number): Promise<void> {
  const until = await findLimitEnd(context, userId)
  if (until === null) return
  await updateFailLimitAccepted(context.db, userId, until)
  await publishUserChanged(context, userId)
}

async function findLimitEnd(context: AppContext, userId: number): Promise<Date | null> {
  return findLastLimitEnd(await countDepositsOfDay(context, userId), await getCardSettings(context))
}

function findFailures(card: CardName, recentFailures: readonly CardFailures[]): CardFailures | undefined {
  return recentFailures.find(
    ({ instrumentKind, instrumentHint }) => instrumentKind === card.brand && instrumentHint === card.last4,
  )
}

/** Finds when the limit of a card ends. Failures and a refusal by the pre-check count for 24 hours. */
function getLimitEnd({ failedAtMs, refusedAtMs }: CardFailures, failLimit: number): Date | null {
  // Once this failure no longer counts, fewer than `failLimit` do.
  const decisiveAtMs = failedAtMs[failLimit - 1]
  const since = [decisiveAtMs, refusedAtMs].filter((atMs) => typeof atMs === 'number')
  return since.length === 0 ? null : new Date(Math.max(...since) + dayMs)
}
