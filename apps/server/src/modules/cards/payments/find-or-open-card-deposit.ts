import type { PaymentRequest } from '@tradefront/contract/deposits'
import { planCascade, resolveDepositCountry } from '@tradefront/processors/plan-cascade'
import { applyCascadeRules } from '@tradefront/rules/cards/cascade-rules'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { toBaseThreshold } from '@tradefront/rules/ledger/thresholds'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../../context.ts'
import { AppError, getViolatedConstraint } from '../../../platform/http/errors.ts'
import { type DepositWithContext, openDeposit, quotePayment } from '../../deposits/service.ts'
import { getCardSettings } from '../card-settings.ts'
import { selectCard } from '../card-store.ts'
import { findCard, openNumber } from '../saved-cards.ts'
import type { Trader } from '../trader.ts'
import { countDepositsOfDay, hasReachedFailLimit } from './card-limits.ts'

/**
 * Opens a deposit. Safe to repeat: returns the one that the same key, or without a key the same payment, has opened. `prepareCardDeposit`
 * below decides what a new one is: its card, country and processor order never change.
 * @param card null for the one that was entered or chosen last
 */
export async function findOrOpenCardDeposit(
  context: AppContext,
  trader: Trader,
  payment: PaymentRequest,
  idempotencyKey: string | null,
  card: string | null = null,
): Promise<Result<DepositWithContext>> {
  const opened = await openDeposit(context, {
    userId: trader.id,
    payment,
    wallet: null,
    idempotencyKey,
    prepare: () => prepareCardDeposit(context, trader, payment, card),
  }).catch((error: unknown) => {
    if (getViolatedConstraint(error) !== 'deposits_card_id_fkey') throw error
    // The card was removed a moment ago.
    return refuse('cards.no_card')
  })
  const chosen = card === null || !opened.ok ? null : await findCard(context, trader.id, card)
  if (opened.ok && chosen !== null && chosen.id !== opened.value.cardId) {
    throw new AppError(idempotencyKey === null ? 'deposits.in_progress' : 'errors.other_key_body')
  }
  return opened
}

async function prepareCardDeposit(
  context: AppContext,
  trader: Trader,
  payment: PaymentRequest,
  publicId: string | null,
) {
  const { profile } = trader
  const [settings, counts, card] = await Promise.all([
    getCardSettings(context),
    countDepositsOfDay(context, trader.id),
    findCard(context, trader.id, publicId),
  ])
  if (profile.isPractice) return refuse('deposits.practice_account')
  const quote = quotePayment(payment, { ...profile, minDeposit: profile.minDepositCard, isCard: true }, settings)
  if (!quote.ok) return quote
  const countries = {
    profileCountry: profile.country,
    cardCountry: card?.country ?? null,
    detectedCountry: trader.detectedCountry,
  }
  const cascade = planCascade({
    ...countries,
    userCascade: profile.cascade,
    siteCascade: settings.cascade,
    disabledProcessors: settings.disabledProcessors,
    pfsCountries: settings.pfsCountries,
    hasPfsFallback: settings.hasPfsFallback,
  })
  if (cascade.length === 0) return refuse('cards.no_processors')
  const cardNumber = card === null ? null : openNumber(context, card)
  if (card === null || cardNumber === null) return refuse('cards.no_card')
  const country = resolveDepositCountry(countries)
  const amount = toBaseThreshold(fromMinor(quote.value.pay, profile.currency), profile.currency)
  const processorOrder = applyCascadeRules(cascade, settings.cascadeRules, { country, amount, cardNumber }).order
  if (processorOrder.length === 0) return refuse('cards.no_processors')
  if (counts.usedToday >= settings.dayLimit) return refuse('cards.day_limit', { limit: settings.dayLimit })
  if (hasReachedFailLimit(card, profile, counts, settings, context.clock.now())) return refuse('cards.limit')
  if (publicId !== null) await selectCard(context.db, card.id, context.clock.now())
  return ok({
    method: 'card',
    cardId: card.id,
    instrumentKind: card.brand,
    instrumentHint: card.last4,
    country,
    amount: quote.value.pay,
    currency: profile.currency,
    bonus: quote.value.bonus,
    wageringRequired: quote.value.wageringRequired,
    releaseMax: quote.value.releaseMax,
    isFixed: payment.fixed === 1,
    processorOrder,
  } as const)
}
