import { sql } from 'kysely'

import type { Db } from '../../src/platform/database/database.ts'
import type { SandboxStatementRow, TestSandbox } from '../fixtures/processes/sandbox-process.ts'

/** Compares the books of chaos traders with the statement: it has no demo data. */
export type ChaosReconciliation = {
  readonly listDiscrepancies: () => Promise<string[]>
  /** Counts charges that were neither refunded nor taken back. */
  readonly countCharges: () => Promise<number>
  /** Counts charges that the card holder's bank has taken back. */
  readonly countTakenBack: () => Promise<number>
}

type Charge = { readonly ref: string; readonly processor: string; readonly currency: string; readonly kept: number }

export function createChaosReconciliation(db: Db, sandbox: TestSandbox): ChaosReconciliation {
  const listCharges = async (): Promise<Charge[]> => {
    const rows = await sandbox.getStatement()
    const sumRefunded = (ref: string) =>
      rows
        .filter((row) => row.kind === 'refund' && row.status === 'refunded' && row.ref === ref)
        .reduce((sum, row) => sum + row.amount, 0)
    return rows
      .filter(({ kind, status }) => kind === 'charge' && status === 'succeeded')
      .map(({ ref, processor, currency, amount }) => ({ ref, processor, currency, kept: amount - sumRefunded(ref) }))
  }

  return {
    listDiscrepancies: async () => {
      const kept = (await listCharges()).filter((charge) => charge.kept > 0)
      const [undecided, captures, clearing, wrongBalances, unbalanced, chargedTwice] = await Promise.all([
        countUndecided(db),
        listCaptures(db),
        listClearingBalances(db),
        listWrongBalances(db),
        listUnbalancedEntries(db),
        listChargedTwice(db, kept),
      ])
      const charged = kept.map(({ ref, currency, kept: amount }) => `${ref} ${amount} ${currency}`)
      const booked = captures.map(({ ref, currency, amount }) => `${ref} ${amount} ${currency}`)
      const accounts = new Set([...kept.map(({ processor }) => processor), ...clearing.keys()])
      return [
        ...(undecided === 0 ? [] : [`${undecided} undecided`]),
        ...charged.filter((line) => !booked.includes(line)).map((line) => `not booked: ${line}`),
        ...booked.filter((line) => !charged.includes(line)).map((line) => `not taken: ${line}`),
        ...[...accounts].flatMap((name) => {
          const owed = kept.filter(({ processor }) => processor === name).reduce((sum, each) => sum + each.kept, 0)
          return owed === clearing.get(name) ? [] : [`${name} owes ${owed}, in the ledger ${clearing.get(name)}`]
        }),
        ...wrongBalances.map((userId) => `cash of trader ${userId} is not the sum of its captures`),
        ...unbalanced.map((entry) => `entry ${entry} does not balance`),
        ...chargedTwice.map((deposit) => `deposit ${deposit} is charged twice`),
      ]
    },

    countCharges: async () => (await listCharges()).filter(({ kept }) => kept > 0).length,
    countTakenBack: async () => (await sandbox.getStatement()).filter(isTakenBack).length,
  }
}

/** Returns true for a row of money that was taken back: it has the reference of its charge at the processor. */
function isTakenBack({ kind, refund_ref: reference }: SandboxStatementRow): boolean {
  return kind === 'refund' && reference.startsWith('psp_')
}

/** Counts charges that an operator must decide: money that was taken back before it was booked. */
async function countUndecided(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with unexplained as (
      select a.id, a.deposit_id from attempts a join alerts l on l.subject = 'attempt:' || a.id
       where l.kind = 'deposit.unexplained_return' and l.resolved_at is null)
    select (select count(*) from attempts a join deposits d on d.id = a.deposit_id join users u on u.id = d.user_id
             where u.email like 'chaos-%' and a.state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review')
               and a.id not in (select id from unexplained))
      + (select count(*) from deposits d join users u on u.id = d.user_id
          where u.email like 'chaos-%' and d.state in ('open', 'processing', 'review')
            and d.id not in (select deposit_id from unexplained))
      + (select count(*) from captures where status = 'refund_due') as n`.execute(db)
  return rows[0]?.n ?? 0
}

/** Lists deposits that were charged twice, by the statement alone. */
async function listChargedTwice(db: Db, kept: readonly Charge[]): Promise<string[]> {
  const { rows } = await sql<{ deposit: string }>`
    select deposit_id as deposit from attempts where reference = any(${kept.map(({ ref }) => ref)}::uuid[])
     group by deposit_id having count(*) > 1`.execute(db)
  return rows.map(({ deposit }) => deposit)
}

async function listCaptures(db: Db) {
  const { rows } = await sql<{ ref: string; amount: number; currency: string }>`
    select a.reference as ref, p.amount, p.currency from captures p join attempts a on a.id = p.attempt_id
      join deposits d on d.id = p.deposit_id join users u on u.id = d.user_id
     where u.email like 'chaos-%' and p.status not in ('refunded', 'taken_back')`.execute(db)
  return rows
}

async function listClearingBalances(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; owed: number }>`
    select substr(l.account, 10) as name, -sum(l.amount)::bigint as owed from ledger_lines l
      join ledger_entries e on e.id = l.entry_id join attempts a on a.id = e.attempt_id
      join deposits d on d.id = a.deposit_id join users u on u.id = d.user_id
     where u.email like 'chaos-%' and l.account like 'clearing:%' group by l.account having sum(l.amount) <> 0`.execute(
    db,
  )
  return new Map(rows.map(({ name, owed }) => [name, owed]))
}

async function listWrongBalances(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.email like 'chaos-%'
      and (select coalesce(sum(b.amount), 0) from ledger_balances b where b.user_id = u.id and b.account = 'cash')
       <> (select coalesce(sum(p.amount), 0) from captures p join deposits d on d.id = p.deposit_id
            where d.user_id = u.id and p.status in ('credited', 'credited_late'))`.execute(db)
  return rows.map(({ id }) => id)
}

async function listUnbalancedEntries(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select entry_id as id from ledger_lines group by entry_id, currency having sum(amount) <> 0`.execute(db)
  return rows.map(({ id }) => id)
}
