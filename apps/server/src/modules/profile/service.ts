import { toUserRecord } from '@tradefront/contract/domain/profile'
import type { UserRecord } from '@tradefront/contract/profile'
import { computeMinimumDeposit } from '@tradefront/rules/deposits/amount-limits'
import { deriveKindState } from '@tradefront/rules/documents/document-state'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { isLocale } from '@tradefront/texts/locales'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { type Currency, type SessionUser, findUserById } from '../../platform/http/sessions.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { MailService } from '../mail/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { createProfileStore } from './store.ts'

export type ProfileDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly settings: SettingsService
  readonly mail: Pick<MailService, 'send'>
}

export type UpdateContactDetailsResult =
  | { readonly kind: 'saved'; readonly user: UserRecord }
  /** The e-mail is another trader's. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code: 'auth.phone_invalid' }

/** Tries that a trader has for the code on the card statement (spec: account 9). */
const maxValidationAttempts = 5

/** How often the welcome modal is shown (spec: account 9). */
const maxWelcomeShows = 2

export type ProfileService = ReturnType<typeof createProfileService>

/** The trader as the screens see them. */
export function createProfileService({ db, clock, live, settings, mail }: ProfileDeps) {
  const store = createProfileStore(db)

  const getUserRecord = async (user: SessionUser): Promise<UserRecord> => {
    const [row, siteSettings] = await Promise.all([store.findProfile(user.id, user.currency), settings.all()])
    const major = (minor: number) => fromMinor(minor, user.currency)
    const minimum = (override: number | null) =>
      computeMinimumDeposit({
        rate: siteSettings.rates[user.currency],
        affiliateId: user.affiliateId,
        affiliatesMin300: siteSettings.affiliates_min_300,
        override,
      })
    const passport = deriveKindState('passport', row.documents)
    const card = deriveKindState('card', row.documents)
    const sign = deriveKindState('sign', row.documents)
    // The card's picture is asked for where one can be charged.
    const isCardRequired = user.verification !== 'Full' && row.card_expires !== null
    const balance = major(user.practice ? row.practice : row.cash + row.bonus)
    return toUserRecord({
      userId: user.id,
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phone,
      currency: user.currency,
      country: user.country,
      language: user.language,
      registeredAtMs: user.registeredAt.getTime(),
      isPractice: user.practice,
      balance,
      availableBalance: balance,
      bonusBalance: major(row.bonus),
      wageringDone: major(row.turnover_done),
      wageringRequired: major(row.turnover_required),
      depositTotal: major(row.deposit_sum),
      firstDepositAmount: major(row.first_deposit),
      latestDepositAmount: major(row.last_deposit),
      affiliateId: user.affiliateId,
      minDepositCard: minimum(user.minDepositCard),
      minDepositOther: minimum(user.minDepositOther),
      minDepositCardOverride: user.minDepositCard,
      minDepositOtherOverride: user.minDepositOther,
      verification: user.verification,
      passportState: passport.state,
      cardDocumentState: card.state,
      signatureState: sign.state,
      isCardDocumentMissing: isCardRequired && (card.state === 'none' || card.state === 'refused'),
      isNewPassportWaiting: passport.state === 'approved' && passport.waiting > 0,
      hasChargeableCard: isChargeable(row.card_expires, clock.now()),
      isCardRisk: user.cardRisk,
      isCardLimitOverridden: user.limitedIgnore,
      hasBitcoinDeposit: false,
      cascade: user.cascade,
      entropayPinAmount: row.entro_amount === null ? null : major(row.entro_amount),
      isStatementCodeRequired: false,
      isStatementCodeConfirmed: false,
      statementCodeAttemptsLeft: maxValidationAttempts,
      tradeCount: 0,
      withdrawalMethods: [],
      chatConversationId: row.conversation,
      welcomeCount: user.tryCounter,
      isShowingTips: row.tips,
    })
  }

  /** Tells the trader's open pages that something of their record has changed, such as the balance. */
  const publishUserRecord = async (userId: number): Promise<void> => {
    const user = await findUserById(db, userId)
    if (user) await live.publish(userId, { type: 'user', user: await getUserRecord(user) })
  }

  return {
    getUserRecord,
    publishUserRecord,

    /** What may be staked now, major units; null when the session has ended. One query. */
    findAvailableBalance: async (sessionHash: Buffer): Promise<{ available: number; currency: Currency } | null> => {
      const row = await store.findAvailableBalance({ sessionHash, now: clock.now() })
      return row && { available: fromMinor(row.amount, row.currency), currency: row.currency }
    },

    setLanguage: store.updateLanguage,

    /** The trader uses the phone screen: the session is marked as one on a phone. */
    markMobileSession: (userId: number, sessionHash: Buffer) =>
      store.markMobileSession(userId, sessionHash, clock.now()),

    /** The trader came by this host name. */
    recordHost: (userId: number, host: string) => store.upsertHost(userId, host, clock.now()),

    /** Switches the tips on or off, on every page that the trader has open. */
    setTipsShown: async (userId: number, shown: boolean, host: string): Promise<void> => {
      await store.upsertTipsShown(userId, shown, host, clock.now())
      await publishUserRecord(userId)
    },

    /** Saves e-mail and phone. A new e-mail is told to both addresses. */
    updateContactDetails: async (
      user: SessionUser,
      rawEmail: string,
      rawPhone: string,
    ): Promise<UpdateContactDetailsResult> => {
      const email = rawEmail.toLowerCase()
      const phone = normalizePhone(rawPhone)
      if (phone === null) return { kind: 'refused', code: 'auth.phone_invalid' }
      const saved = await db.transaction().execute(async (trx) => {
        const before = await store.updateContactDetails(user.id, email, phone, trx)
        if (before === null) return false
        if (before === email) return true
        const locale = isLocale(user.language) ? user.language : 'en'
        for (const to of [before, email]) {
          await mail.send({ to, template: 'email_changed', locale, params: { email } }, trx)
        }
        return true
      })
      if (!saved) return { kind: 'taken' }
      const updated = await findUserById(db, user.id)
      invariant(updated, 'a trader of a session exists')
      const record = await getUserRecord(updated)
      await live.publish(user.id, { type: 'user', user: record })
      return { kind: 'saved', user: record }
    },

    /** Whether the welcome modal is to be shown now (spec: account 2); counts it. */
    countWelcomeShown: (userId: number): Promise<boolean> => store.incrementWelcomeCount(userId, maxWelcomeShows),

    /** Practice money back to where it began; null for an account with real money. */
    resetPracticeBalance: async (user: SessionUser): Promise<UserRecord | null> => {
      if (!(await createLedgerService(db).practice.resetBalance(user.id, user.currency, clock.now()))) return null
      const record = await getUserRecord(user)
      await live.publish(user.id, { type: 'user', user: record })
      return record
    },
  }
}

/** A card is good to the end of its month (UTC). `expires` is YYYY-MM. */
function isChargeable(expires: string | null, now: Date): boolean {
  return expires !== null && expires >= now.toISOString().slice(0, 7)
}

/** Digits after a plus, as the account keeps a phone; null for what is none. */
function normalizePhone(input: string): string | null {
  const trimmed = input.trim()
  const digits = trimmed.replace(/\D/g, '')
  return /^\+?[0-9 ()-]+$/.test(trimmed) && digits.length >= 5 && digits.length <= 20 ? `+${digits}` : null
}
