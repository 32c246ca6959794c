import type { UserRecord } from '@tradefront/contract/profile'
import { minimumDeposit } from '@tradefront/rules/deposits/amount-limits'
import { kindState } from '@tradefront/rules/documents/document-state'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { isLocale } from '@tradefront/texts/locales'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { Live } from '../../platform/realtime/user-events.ts'
import { type Currency, type SessionUser, findUser } from '../../platform/http/sessions.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { MailService } from '../mail/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { createProfileStore } from './store.ts'

export type ProfileDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly settings: SettingsService
  readonly mail: Pick<MailService, 'send'>
}

export type InfoResult =
  | { readonly kind: 'saved'; readonly user: UserRecord }
  /** The e-mail is another trader's. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code: 'auth.phone_invalid' }

/** Tries that a trader has for the code on the card statement (spec: account 9). */
const validationTries = 5

/** How often the welcome modal is shown (spec: account 9). */
const welcomeShows = 2

export type ProfileService = ReturnType<typeof createProfileService>

/** The trader as the screens see them. */
export function createProfileService({ db, clock, live, settings, mail }: ProfileDeps) {
  const store = createProfileStore(db)

  const record = async (user: SessionUser): Promise<UserRecord> => {
    const [facts, set] = await Promise.all([store.facts(user.id, user.currency), settings.all()])
    const major = (minor: number) => fromMinor(minor, user.currency)
    const least = (override: number | null) =>
      minimumDeposit({
        rate: set.rates[user.currency],
        affiliateId: user.affiliateId,
        affiliatesMin300: set.affiliates_min_300,
        override,
      })
    const passport = kindState('passport', facts.documents)
    const card = kindState('card', facts.documents)
    const sign = kindState('sign', facts.documents)
    // The card's picture is asked for where one can be charged.
    const isCardWanted = user.verification !== 'Full' && facts.card_expires !== null
    const balance = major(user.practice ? facts.practice : facts.cash + facts.bonus)
    return {
      userId: user.id,
      email: user.email,
      login: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      phone: user.phone,
      currency: user.currency,
      regTime: user.registeredAt.getTime(),
      amount: balance,
      available: balance,
      turnover: major(facts.turnover_done),
      orderTurnover: major(facts.turnover_required),
      finCreditTurnover: major(facts.deposit_sum),
      bonus_summ: major(facts.bonus),
      deposit: major(facts.last_deposit),
      First: { amount: major(facts.first_deposit) },
      min_deposit: least(user.minDepositCard),
      md: user.minDepositCard,
      mdps: user.minDepositOther,
      affsId: user.affiliateId,
      verification: user.verification,
      doCard: isCardWanted && (card.state === 'none' || card.state === 'refused') ? 1 : 0,
      passport: passport.state,
      card: card.state,
      sign: sign.state,
      passport_new: passport.state === 'approved' && passport.waiting > 0,
      fillCard: isChargeable(facts.card_expires, clock.now()) ? 1 : 0,
      cardRisk: user.cardRisk,
      btc_deposit: false,
      cascade: user.cascade,
      entro_pin: facts.entro_amount === null ? null : JSON.stringify({ amount: major(facts.entro_amount) }),
      limited_ignore: user.limitedIgnore,
      tr_validate: 'no',
      tr_success: 'no',
      tr_attemps: validationTries,
      tr_count: 0,
      wd_methods: '',
      Chat: { current: facts.conversation },
      country: user.country,
      language: user.language,
      min_deposit_other: least(user.minDepositOther),
      try_counter: user.tryCounter,
      tips: facts.tips,
      practice: user.practice,
    }
  }

  /** Tells the trader's open pages that something of their record has changed, such as the balance. */
  const tell = async (userId: number): Promise<void> => {
    const user = await findUser(db, userId)
    if (user) await live.publish(userId, { type: 'user', user: await record(user) })
  }

  return {
    record,
    tell,

    /** What may be staked now, major units; null when the session has ended. One query. */
    available: async (sessionHash: Buffer): Promise<{ available: number; currency: Currency } | null> => {
      const row = await store.availableBySession({ sessionHash, now: clock.now() })
      return row && { available: fromMinor(row.amount, row.currency), currency: row.currency }
    },

    setLanguage: store.setLanguage,

    /** The trader uses the phone screen: the session is marked as one on a phone. */
    notePhone: (userId: number, sessionHash: Buffer) => store.notePhone(userId, sessionHash, clock.now()),

    /** The trader came by this host name. */
    noteHost: (userId: number, host: string) => store.noteHost(userId, host, clock.now()),

    /** Switches the tips on or off, on every page that the trader has open. */
    showTips: async (userId: number, shown: boolean, host: string): Promise<void> => {
      await store.showTips(userId, shown, host, clock.now())
      await tell(userId)
    },

    /** Saves e-mail and phone. A new e-mail is told to both addresses. */
    setInfo: async (user: SessionUser, givenEmail: string, givenPhone: string): Promise<InfoResult> => {
      const email = givenEmail.toLowerCase()
      const phone = normalPhone(givenPhone)
      if (phone === null) return { kind: 'refused', code: 'auth.phone_invalid' }
      const saved = await db.transaction().execute(async (trx) => {
        const before = await store.setInfo(user.id, email, phone, trx)
        if (before === null) return false
        if (before === email) return true
        const locale = isLocale(user.language) ? user.language : 'en'
        for (const to of [before, email]) {
          await mail.send({ to, letter: 'email_changed', locale, params: { email } }, trx)
        }
        return true
      })
      if (!saved) return { kind: 'taken' }
      const fresh = await findUser(db, user.id)
      invariant(fresh, 'a trader of a session exists')
      const shown = await record(fresh)
      await live.publish(user.id, { type: 'user', user: shown })
      return { kind: 'saved', user: shown }
    },

    /** Whether the welcome modal is to be shown now (spec: account 2); counts it. */
    countWelcome: (userId: number): Promise<boolean> => store.countWelcome(userId, welcomeShows),

    /** Practice money back to where it began; null for an account with real money. */
    resetPractice: async (user: SessionUser): Promise<UserRecord | null> => {
      if (!(await createLedgerService(db).practice.reset(user.id, user.currency, clock.now()))) return null
      const fresh = await record(user)
      await live.publish(user.id, { type: 'user', user: fresh })
      return fresh
    },
  }
}

/** A card is good to the end of its month (UTC). `expires` is YYYY-MM. */
function isChargeable(expires: string | null, now: Date): boolean {
  return expires !== null && expires >= now.toISOString().slice(0, 7)
}

/** Digits after a plus, as the account keeps a phone; null for what is none. */
function normalPhone(given: string): string | null {
  const trimmed = given.trim()
  const digits = trimmed.replace(/\D/g, '')
  return /^\+?[0-9 ()-]+$/.test(trimmed) && digits.length >= 5 && digits.length <= 20 ? `+${digits}` : null
}
