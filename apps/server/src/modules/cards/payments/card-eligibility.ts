import type { DepositsService } from '../../deposits/service.ts'
import type { CardSettings } from '../card-settings.ts'
import { type CardPaymentDeps, getUtcDate, type PayerProfile } from './card-payment.ts'

const dayMs = 86_400_000

type DepositCounts = Awaited<ReturnType<DepositsService['store']['countDeposits']>>
type FailLimitOverride = Pick<PayerProfile, 'isFailLimitOverridden'>

export function countDeposits({ deposits, clock }: CardPaymentDeps, userId: number): Promise<DepositCounts> {
  const since = new Date(clock.now().getTime() - dayMs)
  return deposits.store.countDeposits(userId, getUtcDate(clock), since)
}

/** Failures are counted for each card, so that another card can be used. */
export function hasReachedFailLimit(
  card: { readonly brand: string; readonly last4: string },
  { isFailLimitOverridden }: FailLimitOverride,
  { recentFailures }: DepositCounts,
  { failLimit }: CardSettings,
): boolean {
  const failures = recentFailures.find(
    ({ instrumentKind, instrumentHint }) => instrumentKind === card.brand && instrumentHint === card.last4,
  )
  return !isFailLimitOverridden && (failures?.count ?? 0) >= failLimit
}

export function createGetCardLimits(deps: CardPaymentDeps) {
  return async (
    user: FailLimitOverride & { readonly id: number },
  ): Promise<{ isCardLimited: boolean; leftToday: number }> => {
    const [settings, counts, card] = await Promise.all([
      deps.getSettings(),
      countDeposits(deps, user.id),
      deps.cardStore.findCurrentCard(user.id),
    ])
    return {
      isCardLimited: card !== null && hasReachedFailLimit(card, user, counts, settings),
      leftToday: Math.max(0, settings.dayLimit - counts.usedToday),
    }
  }
}
