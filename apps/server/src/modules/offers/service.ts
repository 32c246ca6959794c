import type { Offer } from '@tradefront/contract/offers'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { toAccountPromoTerms } from '@tradefront/rules/promo/promo-terms'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { computeLossReturn, lossReturnCode, lossReturnGift } from '@tradefront/rules/trading/loss-return'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { type Mail, sendMail } from '../mail/service.ts'
import { checkIsOpen, checkOfferCode, findPromoCode, normalizePromoCode, storeCode } from '../promo/service.ts'
import { findPurchaseBlock, insertLossReturn } from '../trading/service.ts'
import { lockUser, setWelcomeShownCount } from '../users/service.ts'
import {
  updateAcceptedOffer,
  findLosingDay,
  findOnlyDepositTime,
  updateIgnoredOffer,
  type DismissedName,
  insertOffer,
  listOfferRows,
  type OfferName,
  type OfferRow,
  upsertDismissedNotice,
} from './store.ts'
import { claimGift, isGiftTaken } from '../marks/service.ts'

/** How long each offer can be accepted (spec: account 9). */
const durationsMs: Record<OfferName, number> = { limited: 180_000, risk_free: 3_600_000 }
/** The limited offer can be opened within this time after the first deposit. */
const firstDepositMs = dayMs
/** The welcome modal counts as shown this often after the risk-free offer (spec: account 4). */
const welcomeCountAfterRiskFree = 2

export type OfferUser = Pick<SessionUser, 'id' | 'currency' | 'isPractice' | 'verification'>

/** An offer, and how it is stored. */
type Available = { readonly row: Pick<OfferRow, 'name' | 'percent' | 'promo'>; readonly view: Offer }

// Offers have a time limit, and each is made once. The time begins when the trader opens the offer, and runs by the server's clock,
// whatever the trader's devices do.

export async function listOffers(context: AppContext, user: OfferUser): Promise<Offer[]> {
  return (await listAvailable(context, context.db, user)).map(({ view }) => view)
}

/** Opens an offer, and starts its time, unless it runs. Does nothing with an offer that is not made to this trader. */
export async function openOffer(
  context: AppContext,
  user: OfferUser,
  name: OfferName,
): Promise<Result<Offer[], 'offers.over'>> {
  const { db, clock } = context
  const { row, view } = (await listAvailable(context, db, user)).find((offer) => offer.view.name === name) ?? {}
  if (row === undefined || view === undefined) return refuse('offers.over')
  const at = clock.now()
  const endsAt = new Date(at.getTime() + durationsMs[name])
  if (view.endsAtMs === null) await insertOffer(db, { ...row, userId: user.id, endsAt }, at)
  return ok(await listOffers(context, user))
}

/** Accepts an offer, for the next deposit or for the next trade. */
export async function acceptOffer(
  context: AppContext,
  { id: userId, isPractice }: Pick<OfferUser, 'id' | 'isPractice'>,
  entered: string,
): Promise<Result<OfferName>> {
  const { db, clock } = context
  if (isPractice) return refuse('promo.practice')
  const code = normalizePromoCode(entered)
  if (code === '') return refuse('promo.invalid')
  try {
    return await db.transaction().execute(async (trx) => {
      const user = { id: userId, isPractice, ...(await lockUser(trx, userId)) }
      const blocked = await findPurchaseBlock(context, trx, user)
      if (blocked !== null) return blocked
      if (code === lossReturnCode) {
        const accepted = await updateAcceptedOffer(trx, userId, null, clock.now())
        return accepted === null ? refuse('offers.over') : await acceptRiskFree(context, trx, user, accepted.percent)
      }
      const promo = checkIsOpen(await findPromoCode(trx, code), clock.now())
      if (!promo.ok || (await updateAcceptedOffer(trx, userId, code, clock.now())) === null)
        return refuse('offers.over')
      await storeCode(context, trx, userId, user.currency, promo.value)
      return ok('limited')
    })
  } catch (error) {
    // Another account of the person was faster.
    if (getViolatedConstraint(error) === 'gift_claims_pkey') return refuse('offers.over')
    throw error
  }
}

/** Other devices of the trader hide the notice, too. */
export async function dismissNotice(context: AppContext, userId: number, name: DismissedName): Promise<void> {
  await upsertDismissedNotice(context.db, userId, name, context.clock.now())
  await publishUserChanged(context, userId)
}

/** Dismisses an offer, also one that was not opened. */
export async function ignoreOffer(context: AppContext, user: OfferUser, name: OfferName): Promise<void> {
  const { db, clock } = context
  const offer = (await listAvailable(context, db, user)).find(({ view }) => view.name === name)
  const at = clock.now()
  if (offer?.view.endsAtMs === null) await insertOffer(db, { ...offer.row, userId: user.id, endsAt: null }, at)
  await updateIgnoredOffer(db, user.id, name, at)
}

async function findLimited(
  { settings, clock }: AppContext,
  reader: Db,
  user: OfferUser,
  row: OfferRow | undefined,
): Promise<Available | null> {
  const { limited_offer_code, bonus_turnover_factor, bonus_release_factor } = await settings.getSettings()
  const code = row === undefined ? limited_offer_code : row.promo
  if (code === null) return null
  const paidAt = row === undefined ? await findOnlyDepositTime(reader, user.id) : null
  const openUntil = row?.endsAt?.getTime() ?? (paidAt === null ? 0 : paidAt.getTime() + firstDepositMs)
  if (openUntil <= clock.now().getTime()) return null
  const promo = checkOfferCode(await findPromoCode(reader, code), clock.now())
  if (!promo.ok) return null
  const { percent, minDeposit, endsAt } = promo.value
  const terms = toAccountPromoTerms({ percent, amount: null, minDeposit }, user.currency)
  return {
    row: { name: 'limited', percent, promo: code },
    view: {
      name: 'limited',
      endsAtMs: row?.endsAt?.getTime() ?? null,
      seconds: durationsMs.limited / 1000,
      openUntilMs: openUntil,
      percent,
      code,
      minDeposit: fromMinor(terms.minDeposit ?? 0, user.currency),
      turnoverFactor: bonus_turnover_factor,
      releaseFactor: bonus_release_factor,
      codeEndsAtMs: endsAt?.getTime() ?? null,
    },
  }
}

async function findRiskFree(
  { settings, clock }: AppContext,
  reader: Db,
  user: OfferUser,
  row: OfferRow | undefined,
): Promise<Available | null> {
  const percent = row?.percent ?? (await settings.getSetting('risk_free_percent'))
  if (percent === 0 || (row?.endsAt !== undefined && (row.endsAt?.getTime() ?? 0) <= clock.now().getTime())) return null
  const lost = await findLosingDay(reader, user.id)
  // The account had another currency when the loss was made.
  if (lost === null || lost.currency !== user.currency) return null
  const amount = computeLossReturn(lost.loss, percent)
  if (amount === 0 || (await isGiftTaken(reader, user.id, lossReturnGift))) return null
  return {
    row: { name: 'risk_free', percent, promo: null },
    view: {
      name: 'risk_free',
      endsAtMs: row?.endsAt?.getTime() ?? null,
      seconds: durationsMs.risk_free / 1000,
      code: lossReturnCode,
      day: lost.day,
      loss: fromMinor(lost.loss, lost.currency),
      percent,
      amount: fromMinor(amount, lost.currency),
    },
  }
}

async function listAvailable(context: AppContext, reader: Db, user: OfferUser): Promise<Available[]> {
  if (user.isPractice) return []
  const rows = await listOfferRows(reader, user.id)
  const find = async (name: OfferName) => {
    const row = rows.find((each) => each.name === name)
    if (row?.isDecided) return null
    return name === 'limited' ? findLimited(context, reader, user, row) : findRiskFree(context, reader, user, row)
  }
  const found = [await find('limited'), await find('risk_free')]
  const offers = found.filter((offer) => offer !== null)
  return offers.length === 0 || (await findPurchaseBlock(context, reader, user)) !== null ? [] : offers
}

async function acceptRiskFree(
  context: AppContext,
  trx: Db,
  user: OfferUser & { email: string; language: string },
  percent: number,
) {
  const lost = await findLosingDay(trx, user.id)
  if (lost === null || lost.currency !== user.currency) return refuse('offers.over')
  const at = context.clock.now()
  const amount = computeLossReturn(lost.loss, percent)
  await claimGift(trx, user.id, lossReturnGift, at)
  await insertLossReturn(trx, { userId: user.id, currency: lost.currency, percent, amount, at })
  await setWelcomeShownCount(trx, user.id, welcomeCountAfterRiskFree)
  await sendMail(context, buildMail(user, { ...lost, percent, amount }, context.config.publicUrl), trx)
  return ok('risk_free' as const)
}

function buildMail(
  { email, language, currency }: { readonly email: string; readonly language: string; readonly currency: Currency },
  { day, loss, percent, amount }: { day: string; loss: number; percent: number; amount: number },
  publicUrl: string,
): Mail {
  const locale = toOfferedLocale(language)
  const money = (minor: number) => formatMoney(fromMinor(minor, currency), currency, locale)
  return {
    template: 'loss_return',
    locale,
    to: email,
    params: {
      day: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
      loss: money(loss),
      percent,
      amount: money(amount),
    },
    link: publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading`,
  }
}
