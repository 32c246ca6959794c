import { convertFromCoin, type InvoiceCoin } from '@tradefront/rules/crypto/coins'

import type { CryptoWorld } from './crypto-world.ts'
import type { Property } from './properties.ts'

export type Violation = { readonly property: Property; readonly detail: string }

/** The end of an invoice, without what differs between worlds. */
export type InvoiceEnd = {
  readonly state: string
  readonly credited: number
  readonly bonus: number
  readonly receipts: readonly string[]
}

type InvoiceRow = {
  readonly guid: string
  readonly coin: InvoiceCoin
  readonly address: string
  readonly rate: bigint
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly state: string
  readonly bonus: number
  readonly attemptId: number
  readonly captured: number
  readonly clearing: number
  readonly bonusBooked: number
  readonly requirements: number
  readonly alerts: string[]
  readonly receipts: readonly {
    readonly output: string
    readonly value: string
    readonly state: string
    readonly arrivedAt: string
    readonly lateRate: string | null
    readonly captures: number
  }[]
}

/** What the chains say is compared with what was booked, by arithmetic of its own. */
export async function checkProperties(
  world: CryptoWorld,
): Promise<{ readonly violations: Violation[]; readonly ends: InvoiceEnd[]; readonly outcomes: string[] }> {
  const violations: Violation[] = []
  const rows = await readInvoices(world)
  for (const row of rows) {
    const must = (property: Property, isSatisfied: boolean, detail: unknown) => {
      if (!isSatisfied) violations.push({ property, detail: `${row.coin} ${row.state}: ${JSON.stringify(detail)}` })
    }
    const outputs = listConfirmedOutputs(world, row)
    // An operator decides first.
    const isHeld = row.alerts.includes('crypto.credited_lost')
    must(
      'settles',
      isHeld || (row.endedAt !== null && (row.state === 'succeeded' || row.state === 'failed')),
      row.receipts,
    )
    must('settles', isHeld || row.receipts.every(({ state }) => state !== 'seen'), row.receipts)
    for (const receipt of row.receipts) {
      must('creditOnce', receipt.captures === (receipt.state === 'credited' ? 1 : 0), receipt)
      if (receipt.state === 'credited') must('onlyConfirmed', outputs.has(receipt.output) || isHeld, receipt)
    }
    for (const [output, value] of outputs) {
      const receipt = row.receipts.find((each) => each.output === output)
      must('nothingMissed', isHeld || receipt?.state === 'credited' || receipt?.state === 'dust', { output })
      must('accounted', receipt !== undefined && BigInt(receipt.value) === value, { output })
    }
    const expected = computeExpected(row)
    must('accounted', row.captured === expected, { captured: row.captured, expected })
    must('ledgerBalances', row.clearing === -row.captured, { clearing: row.clearing, captured: row.captured })
    const bonus = row.state === 'succeeded' ? row.bonus : 0
    must('bonusOnce', row.bonusBooked === bonus && row.requirements === (bonus > 0 ? 1 : 0), row)
  }
  const differs = await world.pool.query<{ subject: string }>(
    `select subject from alerts where resolved_at is null and kind in ('crypto.differs', 'crypto.not_credited')`,
  )
  if (differs.rows.length > 0) violations.push({ property: 'accounted', detail: JSON.stringify(differs.rows) })
  if (world.earlyCredits.length > 0)
    violations.push({ property: 'onlyConfirmed', detail: world.earlyCredits.join('; ') })
  if (world.faults.length > 0) violations.push({ property: 'noFault', detail: world.faults.join('; ') })
  const ends = rows.map(({ state, captured, bonusBooked, receipts }) => ({
    state,
    credited: captured,
    bonus: bonusBooked,
    receipts: receipts.map((receipt) => `${receipt.value} ${receipt.state}`).toSorted(),
  }))
  const outcomes = rows.flatMap(({ state, receipts, alerts }) => [
    state,
    ...receipts.map((receipt) => receipt.state),
    ...alerts,
  ])
  return { violations, ends, outcomes }
}

/** Minor units. In time: of the sum; late: of each payment. */
function computeExpected({ coin, rate, expiresAt, receipts }: InvoiceRow): number {
  const credited = receipts.filter(({ state }) => state === 'credited')
  const isLate = ({ arrivedAt }: { readonly arrivedAt: string }) => new Date(arrivedAt) >= expiresAt
  const inTime = credited.filter((each) => !isLate(each)).reduce((sum, { value }) => sum + BigInt(value), 0n)
  const late = credited
    .filter(isLate)
    .reduce((sum, { value, lateRate }) => sum + convertFromCoin(BigInt(value), BigInt(lateRate ?? 0), coin), 0)
  return convertFromCoin(inTime, rate, coin) + late
}

function listConfirmedOutputs({ chains }: CryptoWorld, { coin, address }: InvoiceRow): Map<string, bigint> {
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

async function readInvoices({ pool, invoices }: CryptoWorld): Promise<InvoiceRow[]> {
  const { rows } = await pool.query<Omit<InvoiceRow, 'rate'> & { readonly rate: string }>(
    `select i.guid, i.coin, i.address, i.rate::text as rate, i.expires_at as "expiresAt", i.ended_at as "endedAt", d.state, d.bonus,
            a.id as "attemptId",
            (select coalesce(sum(amount), 0)::bigint from captures where attempt_id = a.id) as captured,
            (select coalesce(sum(amount), 0)::bigint from attempt_movements where attempt_id = a.id and account = 'crypto_clearing') as clearing,
            (select coalesce(sum(amount), 0)::bigint from attempt_movements where attempt_id = a.id and account = 'bonus') as "bonusBooked",
            (select count(*)::integer from wagering_requirements where source = 'deposit:' || d.id) as requirements,
            array(select kind from alerts where resolved_at is null and subject in ('invoice:' || i.guid, i.coin || '/' || i.guid)) as alerts,
            (select coalesce(json_agg(json_build_object('output', r.txid || ':' || r.output, 'value', r.value::text, 'state', r.state,
                      'arrivedAt', r.arrived_at, 'lateRate', r.late_rate::text,
                      'captures', (select count(*) from captures c where c.processor_reference = r.txid || ':' || r.output)) order by r.id), '[]')
               from crypto_receipts r where r.guid = i.guid and r.token = '') as receipts
       from crypto_invoices i join deposits d on d.id = i.deposit_id join attempts a on a.deposit_id = d.id
      where i.guid = any($1) order by array_position($1, i.guid)`,
    [invoices.map(({ guid }) => guid)],
  )
  return rows.map((row) => ({ ...row, rate: BigInt(row.rate) }))
}
