import { randomInt, timingSafeEqual } from 'node:crypto'

import { ok, refuse, type Result } from '@tradefront/rules/result'
import {
  computeUsableFromMs,
  findAccountProblem,
  maskAccount,
  maxProofTries,
  normalizeAccount,
} from '@tradefront/rules/withdrawal/destination-account'
import { isWithdrawalMethod, listOpenMethods, payoutChannels } from '@tradefront/rules/withdrawal/methods'

import type { AppContext } from '../../context.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { AppError } from '../../platform/http/errors.ts'
import { recordMark } from '../marks/service.ts'
import { formatMailTime, sendMail } from '../mail/service.ts'
import { lockUser } from '../users/service.ts'
import {
  countDestinationsSince,
  countWrongCode,
  type Destination,
  type DestinationMethod,
  isDestinationNeeded,
  listDestinations,
  lockDestination,
  updateRemovedSince,
  markDestinationProved,
  markDestinationRemoved,
  replaceDestination,
} from './destination-store.ts'
import { findMoneySources } from './money-store.ts'
import { getWithdrawalSettings } from './withdrawal-settings.ts'
import { translateMethod } from './withdrawal-mails.ts'
import type { Withdrawer } from './withdrawal.ts'

/** The clocks of two servers differ by at most this: another server can have added an account before the change. */
const clockMarginMs = minuteMs
/** Most accounts that a trader can add a day: each one sends a mail. */
const maxPerDay = 10

type AddRefusal =
  | NonNullable<ReturnType<typeof findAccountProblem>>
  | 'withdrawal.practice'
  | 'withdrawal.method_closed'
  | 'withdrawal.no_destination'
  | 'withdrawal.destination_used'
  | 'withdrawal.email_unproved'

// Destinations are the accounts that money is sent to. Adding one needs a code from the mailbox of the trader, who then has a day to
// object.

/** Adds an account. If the same one is added again, another code is mailed, and it waits again. @throws AppError 429 */
export async function addDestination(
  context: AppContext,
  user: Withdrawer & { readonly isPractice: boolean },
  method: string,
  text: string,
): Promise<Result<Destination, AddRefusal>> {
  const { db, clock, newId } = context
  if (user.isPractice) return refuse('withdrawal.practice')
  if (method === 'card') return refuse('withdrawal.no_destination')
  const checked = await checkAccount(context, user, method, text)
  if (!checked.ok) return checked
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return db.transaction().execute(async (trx) => {
    const locked = await lockUser(trx, user.id)
    if (locked.emailProvedAt === null) return refuse('withdrawal.email_unproved')
    const createdAt = clock.now()
    if ((await countDestinationsSince(trx, user.id, new Date(createdAt.getTime() - dayMs))) >= maxPerDay)
      throw new AppError('errors.too_many')
    const current = (await listDestinations(trx, user.id)).find((each) => each.method === method)
    if (current !== undefined && (await isDestinationNeeded(trx, current.id)))
      return refuse('withdrawal.destination_used')
    const id = newId()
    const usableFrom = new Date(computeUsableFromMs(createdAt.getTime(), locked.emailChangedAt?.getTime() ?? null))
    const { method: to, account } = checked.value
    await replaceDestination(trx, {
      id,
      userId: user.id,
      method: to,
      account,
      codeHash: hashCode(context, id, code),
      createdAt,
      usableFrom,
    })
    const locale = toOfferedLocale(locked.language)
    const params = {
      code,
      method: translateMethod(locale, to),
      account: maskAccount(to, account),
      at: formatMailTime(usableFrom),
    }
    await sendMail(context, { to: locked.email, template: 'withdrawal_destination', locale, params }, trx)
    return ok({ id, method: to, account, state: 'unproved', wrongCodes: 0, usableFrom } as const)
  })
}

/** Proves an account by its code. Wrong codes are counted one after the other. */
export async function proveDestination(
  context: AppContext,
  userId: number,
  id: string,
  code: string,
): Promise<Result<Destination, 'withdrawal.code_wrong' | 'withdrawal.code_over'>> {
  return context.db.transaction().execute(async (trx) => {
    const destination = await lockDestination(trx, userId, id)
    if (destination === null) throw new AppError('errors.not_found')
    const { codeHash, ...view } = destination
    if (view.state === 'proved') return ok(view)
    if (view.wrongCodes >= maxProofTries) return refuse('withdrawal.code_over')
    if (!timingSafeEqual(codeHash, hashCode(context, id, code.trim()))) {
      await countWrongCode(trx, id)
      return refuse('withdrawal.code_wrong', { left: maxProofTries - view.wrongCodes - 1 })
    }
    const at = context.clock.now()
    await markDestinationProved(trx, id, at)
    // The code came to the trader's own mailbox: the account can be another person's until a payout has reached it.
    const value = `${view.method}:${view.account}`
    await recordMark(context, trx, { userId, kind: 'payee', value, isProved: false, at })
    return ok({ ...view, state: 'proved' } as const)
  })
}

/** Removes accounts when a change of the e-mail is undone. The transaction must have locked the trader. */
export function removeDestinationsSince({ clock }: AppContext, trx: Db, userId: number, since: Date) {
  return updateRemovedSince(trx, userId, new Date(since.getTime() - clockMarginMs), clock.now())
}

export async function removeDestination(
  { db, clock }: AppContext,
  userId: number,
  id: string,
): Promise<Result<void, 'withdrawal.destination_used'>> {
  return db.transaction().execute(async (trx) => {
    // A confirmation that needs it must not run at the same time.
    await lockUser(trx, userId)
    const destination = await lockDestination(trx, userId, id)
    if (destination === null) throw new AppError('errors.not_found')
    if (await isDestinationNeeded(trx, id)) return refuse('withdrawal.destination_used')
    await markDestinationRemoved(trx, id, clock.now())
    return ok()
  })
}

function hashCode({ seal }: AppContext, id: string, code: string) {
  return seal.computeHash(code, `withdrawal.destination:${id}`)
}

async function checkAccount(
  context: AppContext,
  user: Withdrawer,
  method: string,
  text: string,
): Promise<Result<{ readonly method: DestinationMethod; readonly account: string }, AddRefusal>> {
  const settings = await getWithdrawalSettings(context)
  const { sources } = await findMoneySources(context.db, user, settings)
  const open = listOpenMethods(
    settings.enabledMethods,
    sources.map((source) => source.method),
  )
  if (!isWithdrawalMethod(method) || method === 'card' || !open.includes(method))
    return refuse('withdrawal.method_closed')
  const account = normalizeAccount(method, text)
  const problem = findAccountProblem(method, account)
  if (problem !== null) return refuse(problem)
  const isValid = await context.payoutChannels[payoutChannels[method]].isAccountValid(account)
  return isValid ? ok({ method, account }) : refuse(`withdrawal.account_${method}`)
}
