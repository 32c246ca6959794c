import type { DepositsService } from '../../deposits/service.ts'
import type { CardSettings } from '../card-settings.ts'
import type { PayerProfile } from '../card-store.ts'
import { type CardPaymentDeps, getUtcDate } from './card-payment.ts'

const dayMs = 86_400_000

type DepositCounts = Awaited<ReturnType<DepositsService['store']['countDeposits']>>

export type CardEligibility = { readonly profile: PayerProfile; readonly counts: DepositCounts }

export async function findCardEligibility(
  { deposits, cardStore, clock }: CardPaymentDeps,
  userId: number,
): Promise<CardEligibility> {
  const since = new Date(clock.now().getTime() - dayMs)
  const [profile, counts] = await Promise.all([
    cardStore.findPayerProfile(userId),
    deposits.store.countDeposits(userId, getUtcDate(clock), since),
  ])
  return { profile, counts }
}

export function isCardFormClosed({ profile, counts }: CardEligibility, { failLimit }: CardSettings): boolean {
  return !profile.isFailLimitOverridden && counts.recentFailures >= failLimit
}

export function createGetCardLimits(deps: CardPaymentDeps) {
  return async (userId: number): Promise<{ isCardFormClosed: boolean; leftToday: number }> => {
    const [settings, eligibility] = await Promise.all([deps.getSettings(), findCardEligibility(deps, userId)])
    return {
      isCardFormClosed: isCardFormClosed(eligibility, settings),
      leftToday: Math.max(0, settings.dayLimit - eligibility.counts.usedToday),
    }
  }
}
