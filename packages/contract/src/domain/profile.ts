import type { Currency } from '@tradefront/rules/ledger/money'
import * as z from 'zod/mini'

import type { closableNotices, documentState, UserRecord } from '../user-record.ts'

type DocumentState = z.infer<typeof documentState>

export type ClosableNotice = (typeof closableNotices)[number]

/** Amounts in major units of `currency`, `…Override` in base currency. */
export type User = {
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** Digits after a plus, or empty. */
  readonly phone: string
  readonly currency: Currency
  readonly country: string
  readonly language: string
  readonly registeredAtMs: number
  /** True if the page shows the practice account, with its amounts and trades. */
  readonly isPractice: boolean
  readonly hasRealAccount: boolean
  readonly practiceBalance: number
  readonly realBalance: number

  /** Cash and bonus together. */
  readonly balance: number
  /** Money that can be staked now. */
  readonly availableBalance: number
  readonly bonusBalance: number
  /** Turnover that was done for all bonuses that still need some. */
  readonly wageringDone: number
  readonly wageringRequired: number
  /** Sum of all credited deposits. */
  readonly depositTotal: number
  readonly firstDepositAmount: number
  readonly latestDepositAmount: number

  readonly affiliateId: string | null
  readonly minDepositCard: number
  readonly minDepositOther: number
  readonly maxDeposit: number
  /** Ways to pay in, and `withdrawal`, that move no real money. */
  readonly simulatedMethods: UserRecord['simulated']
  readonly minDepositCardOverride: number | null
  readonly minDepositOtherOverride: number | null

  /** `Full` means verified. */
  readonly verification: string
  readonly passportState: DocumentState
  readonly cardDocumentState: DocumentState
  readonly signatureState: DocumentState
  readonly isCardDocumentMissing: boolean
  /** True if a newer passport file waits for review. */
  readonly isNewPassportWaiting: boolean

  readonly hasChargeableCard: boolean
  readonly isCardRisk: boolean
  /** True if the card form was reopened in spite of the fail limit. */
  readonly isFailLimitOverridden: boolean
  readonly hasBitcoinDeposit: boolean
  /** Slugs of processors, separated by commas. They override those of the site. */
  readonly cascade: string | null
  /** Amount of an Entropay payment that waits for its code. */
  readonly entropayPinAmount: number | null

  readonly isStatementCodeRequired: boolean
  readonly isStatementCodeConfirmed: boolean
  readonly statementCodeAttemptsLeft: number
  readonly tradeCount: number
  readonly withdrawalMethods: readonly string[]
  readonly chatConversationId: string | null

  /** Number of welcome modals shown so far. */
  readonly welcomeCount: number
  readonly isShowingTips: boolean
  /** True if we suggest to pay by bitcoin. */
  readonly isBitcoinSuggested: boolean
  /** When each notice was closed the last time, on any device. */
  readonly closedNotices: Readonly<Partial<Record<ClosableNotice, number>>>

  readonly isEmailProved: boolean
  /** The new e-mail address, until its link is opened. */
  readonly pendingEmail: string | null
}

/** Returns the name, or the e-mail until the trader has given a name. */
export function getFullName({ firstName, lastName, email }: User): string {
  return `${firstName} ${lastName}`.trim() || email
}

export function getInitials({ firstName, lastName, email }: User): string {
  const initials = `${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}` || email.slice(0, 1)
  return initials.toLocaleUpperCase()
}

/** Converts a user record of the wire. */
export function toUser(record: UserRecord): User {
  return {
    userId: record.userId,
    email: record.email,
    firstName: record.firstName,
    lastName: record.lastName,
    phone: record.phone,
    currency: record.currency,
    country: record.country,
    language: record.language,
    registeredAtMs: record.regTime,
    isPractice: record.practice,
    hasRealAccount: record.has_real,
    practiceBalance: record.practice_amount,
    realBalance: record.real_amount,
    balance: record.amount,
    availableBalance: record.available,
    bonusBalance: record.bonus_summ,
    wageringDone: record.turnover,
    wageringRequired: record.orderTurnover,
    depositTotal: record.finCreditTurnover,
    firstDepositAmount: record.First.amount,
    latestDepositAmount: record.deposit,
    affiliateId: record.affsId,
    minDepositCard: record.min_deposit,
    minDepositOther: record.min_deposit_other,
    maxDeposit: record.max_deposit,
    simulatedMethods: record.simulated,
    minDepositCardOverride: record.md,
    minDepositOtherOverride: record.mdps,
    verification: record.verification,
    passportState: record.passport,
    cardDocumentState: record.card,
    signatureState: record.sign,
    isCardDocumentMissing: record.doCard === 1,
    isNewPassportWaiting: record.passport_new,
    hasChargeableCard: record.fillCard === 1,
    isCardRisk: record.cardRisk,
    isFailLimitOverridden: record.limited_ignore,
    hasBitcoinDeposit: record.btc_deposit,
    cascade: record.cascade,
    entropayPinAmount: record.entro_pin === null ? null : parseEntropayPin(record.entro_pin),
    isStatementCodeRequired: record.tr_validate === 'yes',
    isStatementCodeConfirmed: record.tr_success === 'yes',
    statementCodeAttemptsLeft: record.tr_attemps,
    tradeCount: record.tr_count,
    withdrawalMethods: record.wd_methods === '' ? [] : record.wd_methods.split(','),
    chatConversationId: record.Chat.current,
    welcomeCount: record.try_counter,
    isShowingTips: record.tips,
    isBitcoinSuggested: record.suggests_bitcoin,
    closedNotices: record.closed_notices,
    isEmailProved: record.email_proved,
    pendingEmail: record.email_pending,
  }
}

export function toUserRecord(user: User): UserRecord {
  return {
    userId: user.userId,
    email: user.email,
    login: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone,
    currency: user.currency,
    country: user.country,
    language: user.language,
    regTime: user.registeredAtMs,
    practice: user.isPractice,
    has_real: user.hasRealAccount,
    practice_amount: user.practiceBalance,
    real_amount: user.realBalance,
    amount: user.balance,
    available: user.availableBalance,
    bonus_summ: user.bonusBalance,
    turnover: user.wageringDone,
    orderTurnover: user.wageringRequired,
    finCreditTurnover: user.depositTotal,
    First: { amount: user.firstDepositAmount },
    deposit: user.latestDepositAmount,
    affsId: user.affiliateId,
    min_deposit: user.minDepositCard,
    min_deposit_other: user.minDepositOther,
    max_deposit: user.maxDeposit,
    simulated: user.simulatedMethods,
    md: user.minDepositCardOverride,
    mdps: user.minDepositOtherOverride,
    verification: user.verification,
    passport: user.passportState,
    card: user.cardDocumentState,
    sign: user.signatureState,
    doCard: user.isCardDocumentMissing ? 1 : 0,
    passport_new: user.isNewPassportWaiting,
    fillCard: user.hasChargeableCard ? 1 : 0,
    cardRisk: user.isCardRisk,
    limited_ignore: user.isFailLimitOverridden,
    btc_deposit: user.hasBitcoinDeposit,
    cascade: user.cascade,
    entro_pin: user.entropayPinAmount === null ? null : JSON.stringify({ amount: user.entropayPinAmount }),
    tr_validate: user.isStatementCodeRequired ? 'yes' : 'no',
    tr_success: user.isStatementCodeConfirmed ? 'yes' : 'no',
    tr_attemps: user.statementCodeAttemptsLeft,
    tr_count: user.tradeCount,
    wd_methods: user.withdrawalMethods.join(','),
    Chat: { current: user.chatConversationId },
    try_counter: user.welcomeCount,
    tips: user.isShowingTips,
    suggests_bitcoin: user.isBitcoinSuggested,
    closed_notices: user.closedNotices,
    email_proved: user.isEmailProved,
    email_pending: user.pendingEmail,
  }
}

const entropayPin = z.object({ amount: z.number() })

function parseEntropayPin(text: string): number | null {
  try {
    return entropayPin.parse(JSON.parse(text)).amount
  } catch {
    return null
  }
}
