import type { BankFormat, BankPaymentView, BankProposal, BankQueue } from '@tradefront/contract/desk-bank'
import { claimCodes } from '@tradefront/rules/deposits/claims'
import { matchBankPayment } from '@tradefront/rules/deposits/match-bank-payment'
import { sql } from 'kysely'

import type { Db } from '../../../platform/database/database.ts'
import { toMs } from '../../../platform/database/to-ms.ts'

const pageSize = 50
const maxReports = 1000
const maxProposals = 3

/**
 * Lists payments: waiting ones oldest first, accepted ones newest first.
 * @param before id of the last payment of the page before
 */
export async function listBankPayments(
  db: Db,
  queue: BankQueue,
  before: string | undefined,
): Promise<{ payments: BankPaymentView[]; hasMore: boolean }> {
  const [found, reports] = await Promise.all([
    findPayments(db, queue, before),
    queue === 'waiting' ? listReports(db) : [],
  ])
  const payments = found.slice(0, pageSize).map((payment) => ({
    ...payment,
    proposals: matchBankPayment(payment, reports)
      .slice(0, maxProposals)
      .map(({ report: { proposal }, agrees }) => ({ ...proposal, agrees })),
  }))
  return { payments, hasMore: found.length > pageSize }
}

async function findPayments(
  db: Db,
  queue: BankQueue,
  before: string | undefined,
): Promise<Omit<BankPaymentView, 'proposals'>[]> {
  const isWaiting = sql`a.payment_id is null`
  const [which, order, after] =
    queue === 'waiting'
      ? [isWaiting, sql`p.booked_on, p.id`, sql`>`]
      : [sql`not ${isWaiting}`, sql`p.booked_on desc, p.id desc`, sql`<`]
  const isAfter =
    before === undefined
      ? sql`true`
      : sql`(p.booked_on, p.id) ${after} (select c.booked_on, c.id from bank_payments c where c.id = ${before}::bigint)`
  const { rows } = await sql<Omit<BankPaymentView, 'proposals'>>`
    select p.id, p.account, p.booked_on::text as "bookedOn", p.amount, p.currency, p.payer, p.words,
           ${toMs(sql`p.imported_at`)} as "importedAtMs", a.deposit_id as deposit
      from bank_payments p left join accepted_bank_payments a on a.payment_id = p.id::text
     where ${which} and ${isAfter} order by ${order} limit ${pageSize + 1}`.execute(db)
  return rows
}

type Report = {
  readonly trader: number
  readonly amount: number
  readonly currency: string
  readonly proposal: Omit<BankProposal, 'agrees'>
}

/** Lists the bank payments that traders have reported and that wait for a decision. */
async function listReports(db: Db): Promise<Report[]> {
  const { rows } = await sql<Omit<BankProposal, 'agrees'>>`
    select d.id as deposit, a.reference as attempt, d.amount, d.currency, d.instrument_hint as note, ${toMs(sql`d.created_at`)} as "createdAtMs",
           jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email, 'country', u.country) as trader
      from attempts a join deposits d on d.id = a.deposit_id join user_accounts u on u.id = d.user_id
     where a.state = 'manual_review' and a.processor = ${claimCodes.bank}
     order by a.created_at limit ${maxReports}`.execute(db)
  return rows.map((proposal) => ({ ...proposal, trader: proposal.trader.id, proposal }))
}

export function listBankFormats(db: Db): Promise<{ account: string; format: BankFormat }[]> {
  return db
    .selectFrom('bank_formats')
    .select(['account', 'format'])
    .orderBy('changed_at', 'desc')
    .limit(50)
    .$narrowType<{ format: BankFormat }>()
    .execute()
}
