import type { PaymentRequest } from '@tradefront/contract/deposits'
import { convertToCoin } from '@tradefront/rules/crypto/coin-amounts'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { type ConfirmationLevel, findRequiredConfirmations } from '@tradefront/rules/crypto/confirmations'
import { depositPageTiers } from '@tradefront/rules/deposits/tiers'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import type { Currency } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { Chains } from '../../gateways/chains/create-chains.ts'
import { type Clock, dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError, getViolatedConstraint } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import {
  deriveDepositId,
  type DepositsService,
  type DepositTerms,
  hashPayment,
  insertInvoiceDeposit,
  quotePayment,
} from '../deposits/service.ts'
import { createInvoiceStore, type InvoiceStore, type InvoiceWithReceipts } from './invoice-store.ts'

type InvoiceSettings = DepositTerms & {
  readonly confirmations: Readonly<Record<InvoiceCoin, readonly ConfirmationLevel[]>>
  readonly tolerancePercent: number
}

type CreateInvoiceDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly newId: () => string
  readonly chains: Chains
  readonly store: InvoiceStore
  readonly deposits: Pick<DepositsService, 'store'>
  readonly findRate: (coin: InvoiceCoin, currency: Currency) => Promise<bigint | null>
  /** Network of the node. Null if it is unknown and the node does not answer. */
  readonly findNetworkName: (coin: InvoiceCoin) => Promise<string | null>
  readonly getSettings: () => Promise<InvoiceSettings>
}

export type InvoiceRequest = PaymentRequest & { readonly currency: Currency }

/** spec: funding 9 */
const lifetimeMs = hourMs
const watchMs = dayMs
const maxOpen = 3
/** A later request wants a new rate and a whole hour. */
const reuseMs = 5 * minuteMs
/** Without a node that answers, payments would not be seen. */
const maxScanAgeMs = 2 * minuteMs

/**
 * A repeated request gets the same invoice: by its key, or for five minutes while that invoice is open and nothing has arrived. The rate is
 * fixed for an hour. An address is never used for another invoice.
 */
export function createCreateInvoice(deps: CreateInvoiceDeps) {
  const { db, clock, newId, chains, store, deposits } = deps

  return async (
    user: SessionUser,
    coin: InvoiceCoin,
    request: InvoiceRequest,
    idempotencyKey: string | null,
  ): Promise<Result<InvoiceWithReceipts>> => {
    rejectImpossible(user, request)
    const requestHash = hashPayment(request, coin)
    const repeated = await findRepeated(user.id, requestHash, idempotencyKey)
    if (repeated !== null) return ok(repeated)
    if (user.practice) return refuse('cards.practice_account')
    const settings = await deps.getSettings()
    const quote = quotePayment(
      request,
      { ...user, minDeposit: user.minDepositOther, tiers: depositPageTiers },
      settings,
    )
    if (!quote.ok) return quote
    const { pay: amount, bonus, wageringRequired } = quote.value
    const rate = await deps.findRate(coin, user.currency)
    if (rate === null || rate <= 0n) return refuse('crypto.rates_stale')
    const network = await deps.findNetworkName(coin)
    if (network === null) return refuse('crypto.unavailable')
    const amountDue = convertToCoin(amount, rate, coin)
    const tolerance = (amountDue * BigInt(multiplyExactly([settings.tolerancePercent, 1000], 'down'))) / 100_000n
    const deposit = {
      id: idempotencyKey === null ? newId() : deriveDepositId(user.id, idempotencyKey),
      userId: user.id,
      country: user.country,
      amount,
      currency: user.currency,
      bonus,
      wageringRequired,
      isFixed: request.fixed === 1,
      idempotencyKey,
      requestHash,
    }
    const terms = {
      coin,
      network,
      amountDue,
      tolerance,
      rate,
      confirmations: findRequiredConfirmations(
        settings.confirmations[coin],
        request.amount / settings.rates[user.currency],
      ),
    }
    return insertWithFreeSlot(deposit, terms)
  }

  async function findRepeated(
    userId: number,
    requestHash: string,
    key: string | null,
  ): Promise<InvoiceWithReceipts | null> {
    if (key !== null) {
      const deposit = await deposits.store.findByIdempotencyKey(userId, key)
      if (deposit === null) return null
      const reference = deposit.attempts[0]?.reference
      if (deposit.requestHash !== requestHash || reference === undefined) throw new AppError('errors.other_key_body')
      return store.findInvoice(reference)
    }
    return store.findUnused(userId, requestHash, computeReuseStart())
  }

  function computeReuseStart(): Date {
    return new Date(clock.now().getTime() - reuseMs)
  }

  /** Two requests can choose the same slot: the second chooses again. */
  async function insertWithFreeSlot(deposit: InvoiceDeposit, terms: Terms): Promise<Result<InvoiceWithReceipts>> {
    for (let tries = 0; tries <= maxOpen; tries += 1) {
      const taken = await store.listTakenSlots(deposit.userId)
      const slot = Array.from({ length: maxOpen }, (_, index) => index + 1).find((each) => !taken.includes(each))
      if (slot === undefined) return refuse('crypto.too_many_open', { count: maxOpen })
      try {
        return ok(await db.transaction().execute((transaction) => insert(transaction, deposit, terms, slot)))
      } catch (error) {
        if (error instanceof RolledBack) return error.result
        if (getViolatedConstraint(error) !== 'crypto_invoices_open') throw error
      }
    }
    throw new AppError('cards.in_progress')
  }

  /** The index of the address stays free unless the transaction commits. @throws RolledBack */
  async function insert(
    transaction: Db,
    deposit: InvoiceDeposit,
    terms: Terms,
    slot: number,
  ): Promise<InvoiceWithReceipts> {
    const now = clock.now()
    const invoices = createInvoiceStore(transaction)
    const { network, ...agreed } = terms
    const next = await invoices.takeNextIndex(terms.coin, network)
    if (next === null || now.getTime() - next.scannedAt.getTime() > maxScanAgeMs)
      throw new RolledBack(refuse('crypto.unavailable'))
    // Invoices of a coin are made one after the other, so that the second of two equal requests finds the first.
    const repeated =
      deposit.idempotencyKey === null
        ? await invoices.findUnused(deposit.userId, deposit.requestHash, computeReuseStart())
        : null
    if (repeated !== null) throw new RolledBack(ok(repeated))
    const guid = newId()
    const address = await chains[terms.coin].deriveAddress(next.index)
    if ((await insertInvoiceDeposit(transaction, deposit, terms.coin, guid, address, now)) === null)
      throw new AppError('cards.in_progress')
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const { id: depositId, userId, currency, requestHash } = deposit
    const watchUntil = new Date(expiresAt.getTime() + watchMs)
    const derivationIndex = next.index
    await invoices.insertInvoice(
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
        watchUntil,
      },
      now,
    )
    const invoice = await invoices.findInvoice(guid)
    if (invoice === null) throw new Error('invariant: the invoice was inserted')
    return invoice
  }
}

type Terms = Pick<InvoiceWithReceipts, 'coin' | 'amountDue' | 'tolerance' | 'rate' | 'confirmations'> & {
  readonly network: string
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

function rejectImpossible({ currency }: SessionUser, request: InvoiceRequest): void {
  if (request.fixed === 1 && request.bonus === 1)
    throw new AppError('errors.malformed', 400, {}, { bonus: 'cards.fixed_and_bonus' })
  if (request.currency !== currency)
    throw new AppError('errors.malformed', 400, {}, { currency: 'errors.field_invalid' })
}
