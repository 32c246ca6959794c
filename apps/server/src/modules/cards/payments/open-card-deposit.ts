import type { PaymentRequest } from '@tradefront/contract/deposits'
import { planCascade, resolveDepositCountry } from '@tradefront/processors/plan-cascade'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import { AppError, getViolatedConstraint } from '../../../platform/http/errors.ts'
import { type DepositWithContext, quotePayment } from '../../deposits/service.ts'
import { countDepositsOfDay, hasReachedFailLimit } from './card-eligibility.ts'
import type { CardPaymentDeps, Trader } from './card-payment.ts'
import { selectCard } from '../card-store.ts'

export type OpenCardDeposit = ReturnType<typeof createOpenCardDeposit>

/**
 * Card, country and processor order of a deposit never change after this.
 * @param card null for the one that was entered or chosen last
 */
export function createOpenCardDeposit(deps: CardPaymentDeps) {
  return async (
    trader: Trader,
    payment: PaymentRequest,
    idempotencyKey: string | null,
    card: string | null = null,
  ): Promise<Result<DepositWithContext>> => {
    const opened = await deps.deposits
      .openDeposit({
        userId: trader.id,
        payment,
        wallet: null,
        idempotencyKey,
        prepare: () => prepareCardDeposit(deps, trader, payment, card),
      })
      .catch((error: unknown) => {
        if (getViolatedConstraint(error) !== 'deposits_card_id_fkey') throw error
        // The card has just been removed.
        return refuse('cards.no_card')
      })
    const chosen = card === null || !opened.ok ? null : await deps.cards.findCard(trader.id, card)
    if (opened.ok && chosen !== null && chosen.id !== opened.value.cardId) {
      throw new AppError(idempotencyKey === null ? 'deposits.in_progress' : 'errors.other_key_body')
    }
    return opened
  }
}

async function prepareCardDeposit(
  deps: CardPaymentDeps,
  trader: Trader,
  payment: PaymentRequest,
  publicId: string | null,
) {
  const { profile } = trader
  const [settings, counts, card] = await Promise.all([
    deps.getSettings(),
    countDepositsOfDay(deps, trader.id),
    deps.cards.findCard(trader.id, publicId),
  ])
  if (profile.isPractice) return refuse('deposits.practice_account')
  const quote = quotePayment(payment, { ...profile, minDeposit: profile.minDepositCard, isCard: true }, settings)
  if (!quote.ok) return quote
  const countries = {
    profileCountry: profile.country,
    cardCountry: card?.country ?? null,
    detectedCountry: trader.detectedCountry,
  }
  const processorOrder = planCascade({
    ...countries,
    userCascade: profile.cascade,
    siteCascade: settings.cascade,
    disabledProcessors: settings.disabledProcessors,
    pfsCountries: settings.pfsCountries,
    hasPfsFallback: settings.hasPfsFallback,
  })
  if (processorOrder.length === 0) return refuse('cards.no_processors')
  if (card === null || !deps.cards.canOpen(card)) return refuse('cards.no_card')
  if (counts.usedToday >= settings.dayLimit) return refuse('cards.day_limit', { limit: settings.dayLimit })
  if (hasReachedFailLimit(card, profile, counts, settings, deps.clock.now())) return refuse('cards.limit')
  if (publicId !== null) await selectCard(deps.db, card.id, deps.clock.now())
  return ok({
    method: 'card',
    cardId: card.id,
    instrumentKind: card.brand,
    instrumentHint: card.last4,
    country: resolveDepositCountry(countries),
    amount: quote.value.pay,
    currency: profile.currency,
    bonus: quote.value.bonus,
    wageringRequired: quote.value.wageringRequired,
    releaseMax: quote.value.releaseMax,
    isFixed: payment.fixed === 1,
    processorOrder,
  } as const)
}
