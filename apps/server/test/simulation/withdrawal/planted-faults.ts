import { sql } from 'kysely'

import type { Db } from '../../../src/platform/database/database.ts'
import { buildTransferLines, postEntry, takeFrozenBonuses } from '../../../src/modules/ledger/service.ts'
import type { SimulatedWithdrawals } from './simulated-withdrawals.ts'
import type { PlantedFault } from '../test-simulation.ts'
import type { Property } from './properties.ts'
import type { WithdrawalMutant } from './withdrawal-world.ts'

/** After payouts have been sent. */
const afterSending = (work: (db: Db) => Promise<unknown>) => (withdrawal: SimulatedWithdrawals, db: Db) => ({
  ...withdrawal,
  sendDuePayouts: async () => {
    await withdrawal.sendDuePayouts()
    await work(db)
  },
})

async function findRichTrader(db: Db): Promise<{ userId: number; currency: string } | undefined> {
  const { rows } = await sql<{ userId: number; currency: string }>`
    select user_id as "userId", currency from ledger_balances where account = 'cash' and amount > 5 order by user_id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

async function moveCash(db: Db, to: 'fees' | 'withdrawal_hold'): Promise<void> {
  const trader = await findRichTrader(db)
  if (trader === undefined) return
  const { userId, currency } = trader
  const target = to === 'fees' ? { account: to, userId: null } : { account: to, userId }
  const lines = buildTransferLines({ account: 'cash', userId }, target, 5, currency)
  await postEntry(db, { kind: 'test.moved', subject: `mutant:${crypto.randomUUID()}`, at: new Date(), lines })
}

/** Planted faults, at least one for each property, with the property that finds it. */
export const withdrawalMutants: readonly PlantedFault<Property, WithdrawalMutant>[] = [
  [
    'a channel that forgets what it has sent, and promises not to send it',
    'paidOnce',
    {
      channel: (channel) => ({
        ...channel,
        fetchStatus: async () => ({ status: 'not_found' }),
        cancelPayout: async () => ({ status: 'cancelled' }),
      }),
    },
    5,
  ],
  [
    'a channel that says paid and sends nothing',
    'statement',
    {
      channel: (channel) => ({
        ...channel,
        sendPayout: async () => ({ status: 'paid', sentReference: null, sentAs: null }),
      }),
    },
  ],
  [
    'a channel that sends in another currency',
    'statement',
    {
      channel: (channel) => ({
        ...channel,
        sendPayout: (one) => channel.sendPayout({ ...one, currency: one.currency === 'EUR' ? 'USD' : 'EUR' }),
      }),
    },
    1,
  ],
  [
    'an answer that never comes',
    'settles',
    { channel: (channel) => ({ ...channel, sendPayout: async () => null, fetchStatus: async () => null }) },
  ],
  ['an operator who returns money that was sent', 'neverBoth', { belief: 'refused' }, 15],
  [
    'money that leaves cash without a withdrawal',
    'accounted',
    { withdrawal: afterSending((db) => moveCash(db, 'fees')) },
  ],
  [
    'money on hold without a withdrawal',
    'holdZero',
    { withdrawal: afterSending((db) => moveCash(db, 'withdrawal_hold')) },
  ],
  [
    'a confirmation that is answered and not made',
    'answered',
    {
      withdrawal: (withdrawal) => ({
        ...withdrawal,
        confirmWithdrawal: async (user, confirmation) => {
          const { id } = confirmation
          const { withdrawals } = await withdrawal.listWithdrawals(user.id, null)
          const [earlier] = withdrawals
          if (earlier === undefined || id === null) return withdrawal.confirmWithdrawal(user, confirmation)
          return { ok: true, value: earlier }
        },
      }),
    },
  ],
  [
    'a balance that was changed by hand',
    'ledgerBalances',
    {
      sql: `create function mutant_more() returns trigger language plpgsql security definer as $$
          begin update ledger_balances set amount = amount + 1 where user_id = new.user_id and account = 'cash'; return null; end $$;
        create trigger mutant_more after update of state on withdrawals for each row when (new.state = 'approved')
          execute function mutant_more()`,
    },
  ],
  [
    'a returned amount that is too small',
    'shared',
    {
      sql: `drop trigger withdrawals_consistent on withdrawals; drop trigger payouts_consistent on payouts;
        create function mutant_less() returns trigger language plpgsql as $$
          begin new.returned := greatest(0, new.returned - 1); return new; end $$;
        create trigger mutant_less before update on withdrawals for each row execute function mutant_less()`,
    },
    1,
  ],
  [
    'a bonus that is taken before anything is sent',
    'frozen',
    {
      withdrawal: (withdrawal, db) => ({
        ...withdrawal,
        confirmWithdrawal: async (user, confirmation) => {
          const confirmed = await withdrawal.confirmWithdrawal(user, confirmation)
          if (confirmed.ok) await takeFrozenBonuses(db, confirmed.value.id, new Date('2026-11-18T10:00:00Z'))
          return confirmed
        },
      }),
    },
    5,
  ],
  [
    'an operator who decides against the provider, and the provider asked again',
    'noContradiction',
    { belief: 'refused' },
    18,
  ],
  [
    'cash that a trader who owes money keeps',
    'debtFirst',
    {
      sql: `create function mutant_forgiven() returns void language sql security definer as $$
          update ledger_balances b set amount = amount + 7 where account = 'cash'
             and exists (select from ledger_balances d where d.user_id = b.user_id and d.account = 'debt' and d.amount < 0) $$;
        grant execute on function mutant_forgiven() to public`,
      withdrawal: afterSending((db) => sql`select mutant_forgiven()`.execute(db)),
    },
    8,
  ],
  [
    'a chargeback that stops nothing, and a charge that is not checked again',
    'chargeOnce',
    { stopsNothing: true, sql: 'drop trigger payouts_sendable on payouts' },
    1,
  ],
  [
    'a chargeback that stops nothing, and a debt that is not checked again',
    'noneWhileOwing',
    { stopsNothing: true, sql: 'drop trigger payouts_sendable on payouts' },
    50,
  ],
  ['deposits that need no turnover', 'asItCame', { turnoverFactor: 0 }, 4],
  [
    'untraded coins that go back by their rate alone',
    'asItCame',
    {
      channel: (channel) => ({
        ...channel,
        sendPayout: (instruction) => channel.sendPayout({ ...instruction, mostCoins: null }),
      }),
    },
    11,
  ],
  [
    'a bound of half the coins that came',
    'asItCame',
    {
      sql: `alter view coin_deposits rename to whole_coin_deposits;
        create view coin_deposits as
          select user_id, coin, div(units, 2) as units, amount, currency, attempt_id, number, mined_at from whole_coin_deposits;
        grant select on coin_deposits to public`,
    },
    7,
  ],
  [
    'turnover that trades the newest charge first',
    'ownTurnover',
    {
      sql: `alter view credited_charges rename to charges_in_time;
        create view credited_charges as
          select user_id, currency, attempt_id, number, processor, amount, created_at - attempt_id * interval '1 s' as created_at, deposit_id,
                 instrument_kind, instrument_hint
            from charges_in_time;
        grant select on credited_charges to public`,
    },
    13,
  ],
  [
    'fees of the two parts that are swapped',
    'fees',
    { terms: (terms) => ({ ...terms, feePercent: terms.returnPercent, returnPercent: terms.feePercent }) },
  ],
  [
    'an account that is removed while its payout is in doubt',
    'removedUnused',
    {
      withdrawal: (withdrawal, db) => ({
        ...withdrawal,
        removeDestination: async (userId, id) => {
          const { rows } = await sql`
            update withdrawal_destinations set state = 'removed', removed_at = (select max(updated_at) from payouts where user_id = ${userId})
             where id = ${id}::uuid and user_id = ${userId} and exists (select from payouts where user_id = ${userId}) returning id`.execute(
            db,
          )
          return rows.length === 0 ? withdrawal.removeDestination(userId, id) : { ok: true, value: undefined }
        },
      }),
    },
    40,
  ],
  [
    'an owner check that is gone',
    'ownAccounts',
    {
      withdrawal: (withdrawal, db) => ({
        ...withdrawal,
        removeDestination: async (_, id) => {
          const { rows } = await sql<{ owner: number }>`
            select user_id as owner from withdrawal_destinations where id = ${id}::uuid`.execute(db)
          return withdrawal.removeDestination(rows[0]?.owner ?? 0, id)
        },
      }),
    },
    4,
  ],
  [
    'a fault of the server',
    'noFault',
    {
      withdrawal: afterSending(async () => {
        throw new TypeError('planted')
      }),
    },
  ],
]
