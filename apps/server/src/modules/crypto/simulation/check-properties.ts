import type { InvoiceView } from '@tradefront/contract/crypto'
import { convertFromCoin } from '@tradefront/rules/crypto/coin-amounts'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { checkAccounts } from './check-accounts.ts'
import type { CryptoWorld } from './crypto-world.ts'
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
}

/**
 * What the chains say is compared with what was booked, by arithmetic of its own.
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
    checkMoney(row, must)
    const shown = world.invoices.find(({ guid }) => guid === row.guid)
    checkPage(shown === undefined ? null : await world.readPage(shown), row, must)
  }
  const accounts = await checkAccounts(world, rows, must)
  const alerts = await listOwnAlerts(world)
  const isDifference = (alert: string) => alert.startsWith('crypto.differs')
  must('accounted', !alerts.some(isDifference), alerts)
  must('settles', alerts.every(isDifference), alerts)
  must('onlyConfirmed', world.earlyCredits.length === 0, world.earlyCredits)
  must('noFault', world.faults.length === 0, world.faults)
  const ends = rows.map(({ state, captured, bonusBooked, receipts }) => ({
    state,
    credited: captured,
    bonus: bonusBooked,
    receipts: receipts.map((receipt) => `${receipt.value} ${receipt.state}`).toSorted(),
  }))
  return { violations, ends, outcomes: [...rows.flatMap(listOutcomes), ...accounts] }
}

/** Kind and subject. Faults in earlier runs can have left others. */
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
  const inTime = receipts
    .filter(({ state, arrivedAt }) => state === 'credited' && new Date(arrivedAt) < row.expiresAt)
    .reduce((sum, { value }) => sum + BigInt(value), 0n)
  const isEnough = inTime >= BigInt(row.due) - BigInt(row.tolerance)
  must('bonusOnce', row.state !== 'succeeded' || isEnough, { row, receipts })
  must('onTime', !isCalm || row.state === 'succeeded' || !isEnough, { row, receipts })
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
  }
  for (const [output, value] of outputs) {
    const receipt = row.receipts.find((each) => each.output === output)
    must('nothingMissed', receipt?.isOnAccount === true || receipt?.state === 'dust', { output, receipt })
    must('accounted', receipt !== undefined && BigInt(receipt.value) === value, { output })
  }
}

function checkMoney(row: InvoiceRow, must: Check): void {
  const { captured, clearing, cash, receivable, hasBonus } = row
  const expected = computeExpected(row)
  // After a reversal, the parts are rounded apart from each other.
  const margin = row.receipts.some(isTakenBack) ? row.receipts.length : 0
  must('accounted', Math.abs(captured - expected) <= margin, { captured, expected })
  must('ledgerBalances', clearing === -captured && cash - receivable === captured && receivable >= 0, row)
  const bonus = hasBonus ? row.bonus : 0
  // The bonus of a code is booked apart, and taken back together with the other.
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

/** Minor units. In time: of the sum; late: of each payment. */
function computeExpected({ coin, rate, expiresAt, receipts }: InvoiceRow): number {
  const credited = receipts.filter(({ isOnAccount }) => isOnAccount)
  const isLate = ({ arrivedAt }: { readonly arrivedAt: string }) => new Date(arrivedAt) >= expiresAt
  const inTime = credited.filter((each) => !isLate(each)).reduce((sum, { value }) => sum + BigInt(value), 0n)
  const late = credited
    .filter(isLate)
    .reduce((sum, { value, lateRate }) => sum + convertFromCoin(BigInt(value), BigInt(lateRate ?? 0), coin), 0)
  return convertFromCoin(inTime, BigInt(rate), coin) + late
}

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
