import type { InvoiceView } from '@tradefront/contract/crypto'
import { coinDecimals, type InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { checkAccounts } from './check-accounts.ts'
import { afterSpread, type CryptoWorld, findMarketRate } from './crypto-world.ts'
import type { Property } from './properties.ts'
import { type InvoiceRow, readInvoices } from './read-invoices.ts'

export type Violation = { readonly property: Property; readonly detail: string }

export type Check = (property: Property, isSatisfied: boolean, detail: unknown) => void

/** The end of an invoice, without what differs between worlds. */
export type InvoiceEnd = {
  readonly state: string
  readonly credited: number
  readonly bonus: number
  readonly receipts: readonly string[]
}

type CheckedWorld = {
  readonly violations: Violation[]
  readonly ends: InvoiceEnd[]
  readonly outcomes: readonly string[]
  readonly log: readonly string[]
}

/**
 * Compares the chains with what was booked, by arithmetic of its own.
 * @param isCalm nothing was lost, so that what was paid in time has counted
 */
export async function checkProperties(world: CryptoWorld, isCalm: boolean): Promise<CheckedWorld> {
  const violations: Violation[] = []
  const must: Check = (property, isSatisfied, detail) => {
    if (!isSatisfied) violations.push({ property, detail: JSON.stringify(detail) })
  }
  const rows = await readInvoices(world)
  for (const row of rows) {
    checkEnd(row, isCalm, must)
    checkReceipts(world, row, must)
    checkMoney(world, row, must)
    const shown = world.invoices.find(({ guid }) => guid === row.guid)
    checkPage(shown === undefined ? null : await world.readPage(shown), row, must)
  }
  const accounts = await checkAccounts(world, rows, must)
  const alerts = await listOwnAlerts(world)
  const isDifference = (alert: string) => alert.startsWith('crypto.differs')
  must('accounted', !alerts.some(isDifference), alerts)
  must('settles', alerts.every(isDifference), alerts)
  must('onlyConfirmed', world.earlyCredits.length === 0, world.earlyCredits)
  must('lockedRate', world.wrongTerms.length === 0, world.wrongTerms)
  must('noFault', world.faults.length === 0, world.faults)
  const ends = rows.map(({ state, captured, bonusBooked, receipts }) => ({
    state,
    credited: captured,
    bonus: bonusBooked,
    receipts: receipts.map((receipt) => `${receipt.value} ${receipt.state}`).toSorted(),
  }))
  // The number of an address follows from the database.
  const log = rows.map(({ address: _address, ...row }) => JSON.stringify(row))
  return { violations, ends, outcomes: [...rows.flatMap(listOutcomes), ...accounts], log }
}

/** Lists kind and subject of alerts. Faults in earlier runs can have left others. */
async function listOwnAlerts({ pool, name, invoices }: CryptoWorld): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string; subject: string }>(
    `select kind, subject from alerts where resolved_at is null and kind like 'crypto.%'`,
  )
  const isOwn = (subject: string) =>
    subject.includes(`${name}-tx-`) || invoices.some(({ guid }) => subject.endsWith(guid))
  return rows.filter(({ subject }) => isOwn(subject)).map(({ kind, subject }) => `${kind} ${subject}`)
}

function checkEnd({ receipts, ...row }: InvoiceRow, isCalm: boolean, must: Check): void {
  const hasEnded = row.endedAt !== null && (row.state === 'succeeded' || row.state === 'failed')
  must('settles', hasEnded, row)
  must(
    'settles',
    receipts.every(({ state }) => state !== 'seen'),
    receipts,
  )
  const due = BigInt(row.due)
  const isEnough = (counted: InvoiceRow['receipts']) =>
    sumValues(counted.filter(({ state }) => state === 'credited')) >= due - (due * 5n) / 1000n
  const inTime = receipts.filter((each) => isInTime(row, each))
  must('bonusOnce', row.state !== 'succeeded' || isEnough(inTime), { row, receipts })
  const seenInTime = inTime.filter(({ arrivedAt }) => new Date(arrivedAt) < row.expiresAt)
  must('onTime', !isCalm || row.state === 'succeeded' || !isEnough(seenInTime), { row, receipts })
}

function checkReceipts(world: CryptoWorld, row: InvoiceRow, must: Check): void {
  const outputs = listConfirmedOutputs(world, row)
  const credited = row.receipts.filter(({ state }) => state === 'credited')
  must('creditOnce', row.captures === credited.length, row)
  for (const receipt of row.receipts) {
    must('creditOnce', receipt.captures === (receipt.state === 'credited' ? 1 : 0), receipt)
    must('onlyConfirmed', !receipt.isOnAccount || outputs.has(receipt.output), receipt)
    const paidAt = world.chains[row.coin].findPaidAt(receipt.output.split(':')[0] ?? '')
    must('onTime', paidAt !== null && new Date(receipt.arrivedAt) >= paidAt, { receipt, paidAt })
    const minedAt = receipt.minedAt === null ? null : new Date(receipt.minedAt)
    const blockTimes = world.chains[row.coin].listMinedAt(receipt.output.split(':')[0] ?? '')
    const isRead = blockTimes.some((time) => minedAt !== null && minedAt >= time && lateness(minedAt, time) <= gapMs)
    must('onTime', minedAt === null || isRead, { receipt, blockTimes })
  }
  for (const [output, value] of outputs) {
    const receipt = row.receipts.find((each) => each.output === output)
    must('nothingMissed', receipt?.isOnAccount === true || receipt?.state === 'dust', { output, receipt })
    must('accounted', receipt !== undefined && BigInt(receipt.value) === value, { output })
  }
}

function checkMoney(world: CryptoWorld, row: InvoiceRow, must: Check): void {
  const { captured, clearing, cash, receivable, hasBonus } = row
  let isFarTooMuch = false
  let sum = 0
  for (const receipt of listInOrder(row)) {
    const kept = listInOrder(row).filter((each) => wasThere(each, receipt))
    const expected = computeExpected(world, row, [...kept, receipt]) - computeExpected(world, row, kept)
    must('accounted', receipt.capture?.amount === expected, { receipt, expected })
    isFarTooMuch ||= sumValues([...kept, receipt]) > 2n * BigInt(row.due)
    sum += receipt.isOnAccount ? receipt.capture.amount : 0
  }
  must('accounted', captured === sum, { captured, sum })
  must('operatorKnows', row.hasOverpaidAlert === isFarTooMuch, row)
  must('ledgerBalances', clearing === -captured && cash - receivable === captured && receivable >= 0, row)
  const bonus = hasBonus ? row.bonus : 0
  // The bonus of a code is booked by itself, and taken back together with the other one.
  const booked = hasBonus ? bonus : -row.promo
  must('bonusOnce', row.bonusBooked === booked && row.requirements === (bonus > 0 ? 1 : 0), row)
}

function checkPage(page: InvoiceView | null, row: InvoiceRow, must: Check): void {
  if (page === null) return must('truthful', false, row)
  const { currency, captured, state, hasBonus } = row
  const status = state === 'succeeded' ? 'su' : 'ex'
  const isTrue =
    page.status === status &&
    page.credited === fromMinor(captured, currency) &&
    page.bonus_amount === (hasBonus ? fromMinor(row.bonus, currency) : 0) &&
    !page.is_checked &&
    Number(page.coin_taken_back) > 0 === row.receipts.some(isTakenBack)
  must('truthful', isTrue, { page, row })
}

const isTakenBack = ({ state, isOnAccount }: InvoiceRow['receipts'][number]) => state === 'credited' && !isOnAccount

type Receipt = InvoiceRow['receipts'][number]
type Captured = Receipt & { readonly capture: NonNullable<Receipt['capture']> }

/** Lists the payments that were credited, in this order. */
function listInOrder({ receipts }: InvoiceRow): Captured[] {
  return receipts
    .filter((each): each is Captured => each.capture !== null)
    .toSorted((one, other) => one.capture.number - other.capture.number)
}

/** Returns whether a payment was credited before another one, and not taken back until then. */
function wasThere({ capture }: Captured, { capture: later }: Captured): boolean {
  return capture.number < later.number && (capture.reversedAt === null || capture.reversedAt >= later.at)
}

const gapMs = 2 * 60_000
const lateness = (read: Date, mined: Date) => read.getTime() - mined.getTime()

/** Returns whether a payment was in a block until two hours after the end. */
function isInTime({ expiresAt }: InvoiceRow | Omit<InvoiceRow, 'receipts'>, { minedAt }: Receipt): boolean {
  return minedAt !== null && new Date(minedAt).getTime() < expiresAt.getTime() + 2 * 3_600_000
}

function sumValues(receipts: readonly Receipt[]): bigint {
  return receipts.reduce((sum, { value }) => sum + BigInt(value), 0n)
}

/**
 * Computes the credit in minor units. The first coins in time have the locked rate, up to the amount and one percent; the rest has the
 * lower rate.
 */
function computeExpected({ prices }: CryptoWorld, row: InvoiceRow, receipts: readonly Captured[]): number {
  const { coin, currency, createdAt } = row
  const rate = afterSpread(findMarketRate(prices, coin, currency, createdAt.getTime()) ?? 0n)
  const due = BigInt(row.due)
  let left = due + due / 100n
  let worth = 0n
  for (const receipt of receipts) {
    const market = findMarketRate(prices, coin, currency, new Date(receipt.minedAt ?? 0).getTime()) ?? 0n
    const locked = isInTime(row, receipt) ? smaller(left, BigInt(receipt.value)) : 0n
    left -= locked
    worth += locked * smaller(rate, (market * 101n) / 100n)
    worth += (BigInt(receipt.value) - locked) * smaller(rate, afterSpread(market))
  }
  return Number(worth / 10n ** BigInt(coinDecimals[coin]))
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other)

function listConfirmedOutputs(
  { chains }: CryptoWorld,
  { coin, address }: { readonly coin: InvoiceCoin; readonly address: string },
): Map<string, bigint> {
  return new Map(
    chains[coin]
      .listOutputs()
      .confirmed.flatMap(({ txid, outputs, token }) =>
        token === null
          ? outputs.flatMap((output, index) =>
              output.address === address ? [[`${txid}:${index}`, output.value] as const] : [],
            )
          : [],
      ),
  )
}

function listOutcomes({ state, reason, receipts }: InvoiceRow): string[] {
  const wasTakenBack = receipts.some(isTakenBack)
  return [
    state,
    ...(reason === 'crypto.canceled' ? ['canceled'] : []),
    ...receipts.map((receipt) => receipt.state),
    ...(wasTakenBack ? ['taken back'] : []),
    ...(wasTakenBack && receipts.some(({ isOnAccount }) => isOnAccount) ? ['paid again after it'] : []),
  ]
}
