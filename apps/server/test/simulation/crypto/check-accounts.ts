import type { Check } from './check-properties.ts'
import type { CryptoWorld } from './crypto-world.ts'
import type { InvoiceRow } from './read-invoices.ts'

type AccountRow = {
  readonly userId: number
  readonly cash: number
  readonly bonus: number
  readonly lowest: number
  readonly debt: number
  readonly debtPaid: number
  readonly spent: number
  readonly promo: number
}

/**
 * Checks that a trader has what invoices have brought, less what was spent and what has paid a debt, with the bonuses. Returns what has
 * happened.
 */
export async function checkAccounts(
  { pool, traders }: CryptoWorld,
  invoices: readonly InvoiceRow[],
  must: Check,
): Promise<string[]> {
  const { rows } = await pool.query<AccountRow>(accountQuery, [traders.map(({ id }) => id)])
  for (const row of rows) {
    const own = invoices.filter(({ userId }) => userId === row.userId)
    const booked = own.reduce((sum, { cash }) => sum + cash, 0)
    const bonuses = own.reduce((sum, { bonus, hasBonus }) => sum + (hasBonus ? bonus : 0), 0)
    const owed = own.reduce((sum, { receivable }) => sum + receivable, 0)
    must('ledgerBalances', row.cash === booked - row.spent - row.debtPaid, { row, booked })
    must('ledgerBalances', row.debt === owed - row.debtPaid, { row, owed })
    must('notNegative', row.lowest >= 0, row)
    must('bonusOnce', row.bonus === bonuses + row.promo, { row, bonuses })
  }
  return rows.flatMap(({ spent, promo }) => [...(spent > 0 ? ['spent'] : []), ...(promo > 0 ? ['promo'] : [])])
}

/** Reads accounts. The bonus of a code is taken back with the payment that has completed its deposit. */
const accountQuery = `
  select u.id as "userId",
         (select coalesce(sum(amount), 0)::bigint from ledger_balances b where b.user_id = u.id and b.account = 'cash') as cash,
         (select coalesce(sum(amount), 0)::bigint from ledger_balances b where b.user_id = u.id and b.account = 'bonus') as bonus,
         (select coalesce(min(amount), 0)::bigint from ledger_balances b where b.user_id = u.id and b.account <> 'debt') as lowest,
         (select -coalesce(sum(amount), 0)::bigint from ledger_balances b where b.user_id = u.id and b.account = 'debt') as debt,
         (select -coalesce(sum(l.amount), 0)::bigint from ledger_entries e join ledger_lines l on l.entry_id = e.id
           where l.user_id = u.id and l.account = 'cash' and e.kind = 'debt.paid') as "debtPaid",
         (select -coalesce(sum(l.amount), 0)::bigint from ledger_entries e join ledger_lines l on l.entry_id = e.id
           where l.user_id = u.id and e.kind = 'simulation.stake') as spent,
         (select coalesce(sum(p.bonus), 0)::bigint from promo_redemptions p join captures c on c.deposit_id = p.deposit_id
           where p.user_id = u.id and p.state = 'used' and c.status = 'credited') as promo
    from users u where u.id = any($1)`
