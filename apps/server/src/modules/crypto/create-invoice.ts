import type { InvoiceView } from '@tradefront/contract/crypto'
import type { PaymentRequest } from '@tradefront/contract/deposits'
import { convertToCoin } from '@tradefront/rules/crypto/coin-amounts'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { applySpread, computeLockedMax, computeTolerance } from '@tradefront/rules/crypto/credit'
import { findRequiredConfirmations } from '@tradefront/rules/crypto/confirmations'
import type { Currency } from '@tradefront/rules/ledger/money'
import { toBaseThreshold } from '@tradefront/rules/ledger/thresholds'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import {
  deriveDepositId,
  findDepositByKey,
  hashPayment,
  insertInvoiceDeposit,
  quotePayment,
} from '../deposits/service.ts'
import { isCodeRequired } from '../validation/service.ts'
import { readingGapMs } from './chain-store.ts'
import { findCoinRate } from './coin-rates.ts'
import { getCryptoSettings } from './crypto-settings.ts'
import {
  findInvoice,
  findUnusedInvoice,
  insertInvoice,
  type InvoiceWithReceipts,
  listTakenSlots,
  takeNextIndex,
} from './invoice-store.ts'
import { buildInvoiceView } from './invoice-view.ts'

export type InvoiceRequest = PaymentRequest & { readonly currency: Currency }

/** How long the rate of an invoice holds (spec: funding 9). */
const lifetimeMs = hourMs
const watchMs = dayMs
const maxOpen = 3
/** An equal request within this time gets the same invoice. A later one wants a new rate and a whole hour. */
const reuseMs = 5 * minuteMs

/**
 * Creates an invoice, unless the node does not answer: payments would not be seen. A repeated request gets the same invoice: by its key, or
 * for five minutes while that invoice is open and nothing has arrived. The rate is fixed for an hour. An address is never used for another
 * invoice.
 */
export async function createInvoice(
  context: AppContext,
  user: SessionUser,
  coin: InvoiceCoin,
  request: InvoiceRequest,
  idempotencyKey: string | null,
): Promise<Result<InvoiceView>> {
  const created = await findOrInsertInvoice(context, user, coin, request, idempotencyKey)
  return created.ok ? ok(await buildInvoiceView(context, created.value)) : created
}

async function findOrInsertInvoice(
  context: AppContext,
  user: SessionUser,
  coin: InvoiceCoin,
  request: InvoiceRequest,
  idempotencyKey: string | null,
): Promise<Result<InvoiceWithReceipts>> {
  const { db, newId, chainNetworks } = context
  rejectImpossible(user, request)
  const requestHash = hashPayment(request, coin)
  const repeated = await findRepeated(context, user.id, requestHash, idempotencyKey)
  if (repeated !== null) return ok(repeated)
  if (user.isPractice) return refuse('deposits.practice_account')
  if (await isCodeRequired(context, db, user.id)) return refuse('validation.code_required')
  const settings = await getCryptoSettings(context)
  const quote = quotePayment(request, { ...user, minDeposit: user.minDepositOther, isCard: false }, settings)
  if (!quote.ok) return quote
  const { pay: amount, bonus, wageringRequired, releaseMax } = quote.value
  const { spreadPercent } = settings
  const marketRate = await findCoinRate(context, coin, user.currency)
  const rate = marketRate === null ? 0n : applySpread(marketRate, spreadPercent)
  if (marketRate === null || rate <= 0n) return refuse('crypto.rates_stale')
  const network = await chainNetworks.findName(coin)
  if (network === null) return refuse('crypto.unavailable')
  const amountDue = convertToCoin(amount, rate, coin)
  const deposit = {
    id: idempotencyKey === null ? newId() : deriveDepositId(user.id, idempotencyKey),
    userId: user.id,
    country: user.country,
    amount,
    currency: user.currency,
    bonus,
    wageringRequired,
    releaseMax,
    isFixed: request.fixed === 1,
    idempotencyKey,
    requestHash,
  }
  const terms = {
    coin,
    network,
    amountDue,
    tolerance: computeTolerance(amountDue, settings.tolerancePercent),
    rate,
    marketRate,
    spreadPercent,
    lockedMax: computeLockedMax(amountDue, settings.overpayPercent),
    lateBlockMs: settings.lateBlockHours * hourMs,
    confirmations: findRequiredConfirmations(
      settings.confirmations[coin],
      toBaseThreshold(request.amount, user.currency),
    ),
  }
  return insertWithFreeSlot(context, deposit, terms)
}

async function findRepeated(
  context: AppContext,
  userId: number,
  requestHash: string,
  key: string | null,
): Promise<InvoiceWithReceipts | null> {
  const { db } = context
  if (key !== null) {
    const deposit = await findDepositByKey(db, userId, key)
    if (deposit === null) return null
    const reference = deposit.attempts[0]?.reference
    if (deposit.requestHash !== requestHash || reference === undefined) throw new AppError('errors.other_key_body')
    return findInvoice(db, reference)
  }
  return findUnusedInvoice(db, userId, requestHash, computeReuseStart(context))
}

function computeReuseStart({ clock }: AppContext): Date {
  return new Date(clock.now().getTime() - reuseMs)
}

/** Inserts an invoice. Two requests can choose the same slot: the second chooses again. */
async function insertWithFreeSlot(
  context: AppContext,
  deposit: InvoiceDeposit,
  terms: Terms,
): Promise<Result<InvoiceWithReceipts>> {
  const { db } = context
  const done = await retryConflicts(maxOpen + 1, ['crypto_invoices_open'], async () => {
    const taken = await listTakenSlots(db, deposit.userId)
    const slot = Array.from({ length: maxOpen }, (_, index) => index + 1).find((each) => !taken.includes(each))
    if (slot === undefined)
      return (await findByKey(context, deposit)) ?? refuse('crypto.too_many_open', { count: maxOpen })
    try {
      return ok(
        await db
          .transaction()
          .execute((transaction) => insertInvoiceAndDeposit(context, transaction, deposit, terms, slot)),
      )
    } catch (error) {
      if (error instanceof RolledBack) return error.result
      if (error instanceof KeyInUse) return (await findByKey(context, deposit)) ?? refuseInProgress()
      throw error
    }
  })
  return done?.value ?? refuseInProgress()
}

/** Finds the invoice of another request with the same key, made at the same time. */
async function findByKey(context: AppContext, { userId, requestHash, idempotencyKey }: InvoiceDeposit) {
  if (idempotencyKey === null) return null
  const invoice = await findRepeated(context, userId, requestHash, idempotencyKey)
  return invoice && ok(invoice)
}

/** Inserts both. The index of the address stays free unless the transaction commits. @throws RolledBack, KeyInUse */
async function insertInvoiceAndDeposit(
  context: AppContext,
  transaction: Db,
  deposit: InvoiceDeposit,
  terms: Terms,
  slot: number,
): Promise<InvoiceWithReceipts> {
  const { clock, newId, chains } = context
  const now = clock.now()
  const { network, lateBlockMs, ...agreed } = terms
  const next = await takeNextIndex(transaction, terms.coin, network)
  if (next === null || now.getTime() - next.scannedAt.getTime() >= readingGapMs)
    throw new RolledBack(refuse('crypto.unavailable'))
  // Invoices of a coin are made one after the other, so that the second of two equal requests finds the first.
  const repeated =
    deposit.idempotencyKey === null
      ? await findUnusedInvoice(transaction, deposit.userId, deposit.requestHash, computeReuseStart(context))
      : null
  if (repeated !== null) throw new RolledBack(ok(repeated))
  const guid = newId()
  const address = await chains[terms.coin].deriveAddress(next.index)
  if ((await insertInvoiceDeposit(transaction, deposit, terms.coin, guid, address, now)) === null) throw new KeyInUse()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const { id: depositId, userId, currency, requestHash } = deposit
  const watchUntil = new Date(expiresAt.getTime() + watchMs)
  const derivationIndex = next.index
  await insertInvoice(
    transaction,
    {
      ...agreed,
      guid,
      depositId,
      userId,
      currency,
      address,
      derivationIndex,
      requestHash,
      slot,
      expiresAt,
      blockUntil: new Date(expiresAt.getTime() + lateBlockMs),
      watchUntil,
    },
    now,
  )
  const invoice = await findInvoice(transaction, guid)
  if (invoice === null) throw new Error('invariant: the invoice was inserted')
  return invoice
}

type Terms = Pick<
  InvoiceWithReceipts,
  'coin' | 'amountDue' | 'tolerance' | 'rate' | 'marketRate' | 'spreadPercent' | 'lockedMax' | 'confirmations'
> & {
  readonly network: string
  readonly lateBlockMs: number
}
type InvoiceDeposit = Parameters<typeof insertInvoiceDeposit>[1] & { readonly requestHash: string }

/** Ends a transaction without its changes. */
class RolledBack extends Error {
  readonly result: Result<InvoiceWithReceipts>

  constructor(result: Result<InvoiceWithReceipts>) {
    super('rolled back')
    this.result = result
  }
}

/** Another request with the same key was faster. */
class KeyInUse extends Error {}

function refuseInProgress(): never {
  throw new AppError('deposits.in_progress')
}

function rejectImpossible({ currency }: SessionUser, request: InvoiceRequest): void {
  if (request.fixed === 1 && request.bonus === 1)
    throw new AppError('errors.malformed', 400, {}, { bonus: 'deposits.fixed_and_bonus' })
  if (request.currency !== currency)
    throw new AppError('errors.malformed', 400, {}, { currency: 'errors.field_invalid' })
}
