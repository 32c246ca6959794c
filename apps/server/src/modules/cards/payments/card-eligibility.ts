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

export function isCardFormClosed(
  { isFailLimitOverridden }: FailLimitOverride,
  { recentFailures }: DepositCounts,
  { failLimit }: CardSettings,
): boolean {
  return !isFailLimitOverridden && recentFailures >= failLimit
}

export function createGetCardLimits(deps: CardPaymentDeps) {
  return async (
    user: FailLimitOverride & { readonly id: number },
  ): Promise<{ isCardFormClosed: boolean; leftToday: number }> => {
    const [settings, counts] = await Promise.all([deps.getSettings(), countDeposits(deps, user.id)])
    return {
      isCardFormClosed: isCardFormClosed(user, counts, settings),
      leftToday: Math.max(0, settings.dayLimit - counts.usedToday),
    }
  }
}
