import type { User } from '@tradefront/contract/domain/profile'
import { computeMaximumDeposit, computeMinimumDeposit } from '@tradefront/rules/deposits/amount-limits'
import { deriveKindState } from '@tradefront/rules/documents/document-state'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { maxStatementCodeAttempts } from '@tradefront/rules/validation/statement-code'
import { findSourceMethod, listOpenMethods } from '@tradefront/rules/withdrawal/methods'

import type { SessionUser } from '../../platform/http/sessions.ts'
import { type Settings, toDepositLimits } from '../settings/service.ts'
import type { UserRecordRow } from './user-record-store.ts'

export function composeUser(
  user: Omit<SessionUser, 'isMobile'>,
  row: UserRecordRow,
  settings: Settings,
  simulatedMethods: User['simulatedMethods'],
  now: Date,
): User {
  const toMajor = (minor: number) => fromMinor(minor, user.currency)
  const limits = toDepositLimits(settings)
  const toMinimumDeposit = (override: number | null) =>
    computeMinimumDeposit({
      currency: user.currency,
      affiliateId: user.affiliateId,
      affiliatesMin300: settings.affiliates_min_300,
      override,
      limits,
    })
  const passport = deriveKindState('passport', row.documents)
  const card = deriveKindState('card', row.documents)
  const signature = deriveKindState('sign', row.documents)
  const isCardRequired = user.verification !== 'Full' && row.hasPaidByCard
  const practiceBalance = toMajor(row.practice)
  const realBalance = toMajor(row.cash + row.bonus)
  const balance = user.isPractice ? practiceBalance : realBalance
  return {
    userId: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone,
    currency: user.currency,
    country: user.country,
    language: user.language,
    registeredAtMs: user.registeredAt.getTime(),
    isPractice: user.isPractice,
    hasRealAccount: user.hasRealAccount,
    practiceBalance,
    realBalance,
    balance,
    availableBalance: balance,
    bonusBalance: user.isPractice ? 0 : toMajor(row.bonus),
    wageringDone: user.isPractice ? 0 : toMajor(row.wageringDone),
    wageringRequired: user.isPractice ? 0 : toMajor(row.wageringRequired),
    depositTotal: toMajor(row.depositTotal),
    firstDepositAmount: toMajor(row.firstDepositAmount),
    latestDepositAmount: toMajor(row.latestDepositAmount),
    affiliateId: user.affiliateId,
    minDepositCard: toMinimumDeposit(user.minDepositCard),
    minDepositOther: toMinimumDeposit(user.minDepositOther),
    maxDeposit: computeMaximumDeposit(user.maxDeposit ?? limits.maximum, user.currency),
    simulatedMethods,
    minDepositCardOverride: user.minDepositCard,
    minDepositOtherOverride: user.minDepositOther,
    verification: user.verification,
    passportState: passport.state,
    cardDocumentState: card.state,
    signatureState: signature.state,
    isCardDocumentMissing: isCardRequired && (card.state === 'none' || card.state === 'refused'),
    isNewPassportWaiting: passport.state === 'approved' && passport.waiting > 0,
    hasChargeableCard: isChargeable(row.cardExpiresMonth, now),
    isCardRisk: user.cardRisk,
    isFailLimitOverridden: user.failLimitIgnoredUntil !== null && user.failLimitIgnoredUntil > now,
    hasBitcoinDeposit: row.hasBitcoinDeposit,
    cascade: user.cascade,
    entropayPinAmount: row.entropayPinAmount === null ? null : toMajor(row.entropayPinAmount),
    isStatementCodeRequired:
      !user.isPractice && settings.transaction_validation !== 'off' && row.isStatementCodeRequired,
    isStatementCodeConfirmed: row.isStatementCodeConfirmed,
    statementCodeAttemptsLeft: row.statementCodeAttemptsLeft ?? maxStatementCodeAttempts,
    tradeCount: row.tradeCount,
    withdrawalMethods: user.isPractice
      ? []
      : listOpenMethods(
          settings.withdrawal_methods,
          row.paidInBy.map(findSourceMethod).filter((method) => method !== null),
        ),
    chatConversationId: row.conversationId,
    welcomeCount: user.welcomeShownCount,
    isShowingTips: row.isTipsShown,
    isBitcoinSuggested: row.isBitcoinSuggested && !row.hasBitcoinDeposit && !user.isPractice,
    closedNotices: row.closedNotices,
    isEmailProved: user.emailProvedAt !== null,
    pendingEmail: row.pendingEmail,
  }
}

/** Returns whether the card is valid, which it is until the end of its month (UTC). */
function isChargeable(expiresMonth: string | null, now: Date): boolean {
  return expiresMonth !== null && expiresMonth >= now.toISOString().slice(0, 7)
}
