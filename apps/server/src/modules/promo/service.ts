import {
  type Bonus as BonusView,
  endedBonusesPerPage,
  type PromoTerms as PromoTermsView,
} from '@tradefront/contract/promo'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { ok, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { type Bonus, giveUpBonus, listEndedBonuses, listOpenBonuses } from '../ledger/service.ts'
import { findPromoCode } from './promo-code-store.ts'
import type { PromoRefusal } from './promo-code.ts'
import { describeCode, findUsableCode, type PromoOffer, type Redeemer, useCode } from './redemptions.ts'
import {
  findLatestCode,
  findStoredCode,
  type LatestCode,
  deleteStoredCode,
  type StoredCode,
} from './redemption-store.ts'
import { findSignupBonus, type SignupBonus } from './signup-bonus-store.ts'

export { checkIsOpen, checkOfferCode, normalizePromoCode } from './promo-code.ts'
export { canOfferCode } from './promo-code-operator.ts'
export { findPromoCode } from './promo-code-store.ts'
export { storeCode } from './redemptions.ts'
export { type CreditedDeposit, findExpectedGrant, grantStoredCodesCte } from './redemption-store.ts'
export { checkSignupCode, creditSignupBonus, type SignupBonusOutcome, storeSignupCode } from './signup-bonuses.ts'

/** `reason` is a text key. A code without a deposit was entered at registration. */
export type RefusedCode = {
  readonly code: string
  readonly reason: string
  readonly decidedAt: Date
  readonly hasDeposit: boolean
}

/** Promo codes and open bonuses, as the trader sees them. */
export type PromoOverview = {
  readonly stored: (PromoTermsView & { readonly refusal: StoredCode['refusal'] }) | null
  /** Code that was entered at registration, and waits for the proof of the e-mail. */
  readonly waiting: PromoTermsView | null
  /** The latest code, if it was refused. */
  readonly refused: RefusedCode | null
  readonly bonuses: readonly BonusView[]
}

/** Describes what a code would give. @param currency for a new account: of a visitor, or of a trader who only practises */
export async function checkPromoCode(
  context: AppContext,
  code: string,
  user: (Redeemer & { readonly hasRealAccount: boolean }) | null,
  currency: Currency,
): Promise<Result<PromoTermsView, PromoRefusal>> {
  const redeemer = user?.hasRealAccount ? user : null
  const inCurrency = redeemer?.currency ?? currency
  const checked = await findUsableCode(context, context.db, code, redeemer, inCurrency)
  return checked.ok ? ok(toTermsView(checked.value, inCurrency)) : checked
}

export async function redeemPromoCode(context: AppContext, user: Pick<Redeemer, 'id' | 'isPractice'>, code: string) {
  const result = await useCode(context, context.db, user, code)
  if (result.ok && result.value.kind === 'used') await publishUserChanged(context, user.id)
  return result
}

export function removeStoredCode({ db, clock }: AppContext, userId: number) {
  return deleteStoredCode(db, userId, clock.now())
}

export async function getPromoOverview(
  context: AppContext,
  userId: number,
  currency: Currency,
): Promise<PromoOverview> {
  const { db, clock } = context
  const [stored, latest, signup, open] = await Promise.all([
    findStoredCode(db, userId, clock.now()),
    findLatestCode(db, userId),
    findSignupBonus(db, userId),
    listOpenBonuses(db, userId),
  ])
  const waiting = signup?.state === 'waiting' ? await findPromoCode(db, signup.code) : null
  return {
    stored: stored && { ...toTermsView(stored, stored.currency), refusal: stored.refusal },
    waiting: waiting && toTermsView(await describeCode(context, waiting, currency), currency),
    refused: chooseRefusal(latest, signup),
    bonuses: open.map(toBonusView),
  }
}

/** Lists ended bonuses, newest first. @param before id of the last bonus of the page before */
export async function listEndedBonusPage({ db }: AppContext, userId: number, before: number | null) {
  const page = await listEndedBonuses(db, userId, before, endedBonusesPerPage + 1)
  const shown = page.slice(0, endedBonusesPerPage)
  return { bonuses: shown.map(toBonusView), next: page.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}

export async function giveUpOwnBonus(context: AppContext, userId: number, id: number) {
  const result = await giveUpBonus(context.db, userId, id, context.clock.now())
  if (result.ok) await publishUserChanged(context, userId)
  return result
}

/** Chooses what to show: a code that is entered later replaces what was said about the one of the registration. */
function chooseRefusal(latest: LatestCode | null, signup: SignupBonus | null): RefusedCode | null {
  if (signup?.reason != null && signup.decidedAt !== null && (latest === null || latest.createdAt < signup.decidedAt))
    return { code: signup.code, reason: signup.reason, decidedAt: signup.decidedAt, hasDeposit: false }
  return latest?.reason == null || latest.decidedAt === null
    ? null
    : { code: latest.code, reason: latest.reason, decidedAt: latest.decidedAt, hasDeposit: true }
}

function toTermsView(
  terms: Pick<PromoOffer, 'code' | 'percent' | 'amount' | 'minDeposit' | 'turnoverFactor' | 'releaseFactor' | 'endsAt'>,
  currency: Currency,
): PromoTermsView {
  const toMajor = (minor: number | null) => minor && fromMinor(minor, currency)
  return {
    code: terms.code,
    currency,
    percent: terms.percent,
    amount: toMajor(terms.amount),
    minDeposit: toMajor(terms.minDeposit),
    turnoverFactor: terms.turnoverFactor,
    releaseFactor: terms.releaseFactor,
    endsAtMs: terms.endsAt?.getTime() ?? null,
  }
}

function toBonusView(of: Bonus): BonusView {
  const { id, source, currency, bonus, required, done, releaseMax, released, isFrozen, createdAt, cancelledAt } = of
  const toMajor = (minor: number) => fromMinor(minor, currency)
  return {
    id,
    code: /^promo:([^:]+)/.exec(source)?.[1] ?? null,
    isPrize: source.startsWith('tournament:'),
    currency: currency as BonusView['currency'],
    amount: toMajor(bonus),
    wageringRequired: toMajor(required),
    wageringDone: toMajor(Math.min(done, required)),
    releaseMax: toMajor(releaseMax),
    released: released && toMajor(released),
    isGivenBefore: of.isGivenBefore,
    state: cancelledAt !== null ? 'cancelled' : released !== null ? 'done' : isFrozen ? 'frozen' : 'open',
    createdAtMs: createdAt.getTime(),
  }
}
