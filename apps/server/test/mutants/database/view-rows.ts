import type pg from 'pg'

type Row = Readonly<Record<string, number | string | boolean | null>>
/** Rows of the tables and views that a view reads, and the rows that it has then, as PostgreSQL writes them. */
export type ViewRows = {
  readonly sources: Readonly<Record<string, readonly Row[]>>
  readonly rows: readonly string[]
}

const [one, two, three] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string,
]
const at = '2026-11-20T21:00:00Z'
const later = '2026-11-20T22:00:00Z'
const atText = '"2026-11-20 21:00:00+00"'
const laterText = '"2026-11-20 22:00:00+00"'

/** Returns the row, and copies of it with changes. */
const vary = (row: Row, ...changes: readonly Row[]): Row[] => [row, ...changes.map((change) => ({ ...row, ...change }))]

const marks = vary(
  { user_id: 1, kind: 'card', hash: String.raw`\x01`, proved: true, first_seen: at },
  { user_id: 2, first_seen: later },
  { user_id: 3, proved: false },
  { user_id: 4, kind: 'phone' },
  { user_id: 5, hash: String.raw`\x02` },
  { user_id: 1, kind: 'address' },
  { user_id: 6, kind: 'address' },
)
const captures = vary(
  { deposit_id: one, attempt_id: 1, number: 1, processor: 'ORANGE', status: 'credited', amount: 100, created_at: at },
  { number: 2, status: 'suspense' },
  { deposit_id: two, attempt_id: 2, processor: 'BTC', status: 'credited_part', amount: 10, created_at: later },
  { deposit_id: two, attempt_id: 2, processor: 'BTC', status: 'credited_part', amount: 20, number: 2 },
  { deposit_id: three, attempt_id: 3, status: 'refunded' },
)
const deposits = vary(
  { id: one, user_id: 1, currency: 'USD', method: 'card', created_at: at },
  { id: two, method: 'crypto', created_at: later },
  { id: three, user_id: 2 },
)
const receipts = (...changes: readonly Row[]) =>
  vary({ guid: one, coin: 'BTC', txid: 'a', output: 0, value: 100_000_000, token: '', mined_at: at }, ...changes)
const ether = { coin: 'ETH', txid: 'e', value: 1e18 }
const invoice = { guid: one, user_id: 1, rate: 1_000_000 }
const requirements = vary(
  { user_id: 1, currency: 'USD', required: 300, done: 400, release_max: 1 },
  { user_id: 2, cancelled_at: at },
  { user_id: 1, finished_at: at, done: 20 },
)

/** Rows by name, for the views of the money tables that have a condition. */
export const viewRows: Readonly<Record<string, ViewRows>> = {
  account_balances: {
    sources: {
      ledger_balances: vary(
        { user_id: 1, currency: 'USD', account: 'cash', amount: 1 },
        { account: 'bonus', amount: 2 },
        { account: 'practice', amount: 4 },
        { account: 'debt', amount: -8 },
        { account: 'withdrawal_hold', amount: 16 },
        { account: 'bonus_hold', amount: 32 },
        { user_id: 2, account: 'withdrawal_hold' },
      ),
    },
    rows: ['(1,USD,1,2,4,16,8,32)', '(2,USD,0,0,0,1,0,0)'],
  },
  attempt_movements: {
    sources: {
      ledger_entries: [{ id: 1, attempt_id: 7, kind: 'probe', created_at: at }, { id: 2 }],
      ledger_lines: vary({ entry_id: 1, account: 'fees', currency: 'USD', amount: 5 }, { entry_id: 2 }),
    },
    rows: [`(7,1,probe,${atText},fees,USD,5)`],
  },
  attempts_requiring_action: {
    sources: {
      deposits: vary({ id: one, user_id: 1, amount: 5, state: 'open' }, { id: two, state: 'failed' }),
      attempts: vary(
        { id: 1, deposit_id: one, processor: 'ORANGE', state: 'requires_action' },
        { id: 2, state: 'not_charged' },
        { id: 3, deposit_id: two },
      ),
    },
    rows: ['(1,5,ORANGE)'],
  },
  average_coin_rates: {
    sources: {
      crypto_invoices: [invoice],
      crypto_receipts: receipts({ txid: 'b' }, { txid: 'c', value: 99_999_999 }, { txid: 'd', token: 'token' }, ether),
      captured_outputs: vary(
        { coin: 'BTC', output: 'a:0', amount: 999_998 },
        { output: 'b:0', amount: 999_999 },
        { output: 'c:0' },
        { output: 'd:0' },
        { coin: 'ETH' },
        { coin: 'ETH', output: 'e:0' },
      ),
    },
    rows: [`(${one},a:0,999998)`, `(${one},e:0,999998)`],
  },
  balance_corrections: {
    sources: {
      balance_movements: vary(
        {
          user_id: 1,
          id: 5,
          booked_at: at,
          currency: 'USD',
          amount: 7,
          tr_type: 'correction',
          kind: 'correction.booked',
          subject: `correction:${one}`,
        },
        { kind: 'correction.undone' },
        { kind: 'deposit.reversed' },
        { tr_type: 'bonus' },
      ),
    },
    rows: [`(1,5,${atText},USD,7,f,${one})`, `(1,5,${atText},USD,7,t,${one})`],
  },
  bonus_holders: { sources: { wagering_requirements: requirements }, rows: ['(1)'] },
  captured_outputs: {
    sources: {
      captures: vary(
        { processor: 'BTC', processor_reference: 'a:0', amount: 5, currency: 'USD', status: 'credited' },
        { processor: 'ORANGE' },
      ),
    },
    rows: ['(BTC,a:0,5,USD,credited,,)'],
  },
  charge_attempts: {
    sources: {
      attempts: vary(
        { deposit_id: one, processor: 'ORANGE', state: 'sent', is_charging: true, created_at: at, updated_at: later },
        { is_charging: false },
        { deposit_id: two },
      ),
      deposits: [{ id: one, currency: 'EUR' }],
    },
    rows: [`(ORANGE,sent,EUR,${atText},${laterText})`],
  },
  clearing_movements: {
    sources: {
      ledger_entries: [{ id: 1, kind: 'probe', subject: 'probe', created_at: at }],
      ledger_lines: vary(
        { entry_id: 1, account: 'clearing:ORANGE', currency: 'USD', amount: 5 },
        { account: 'fees' },
        { user_id: 1 },
      ),
    },
    rows: [`(1,probe,probe,,${atText},ORANGE,5,USD)`],
  },
  coin_deposits: {
    sources: {
      crypto_invoices: [invoice],
      crypto_receipts: receipts({ txid: 'b' }, { txid: 'c', token: 'token' }),
      captured_outputs: vary(
        { coin: 'BTC', output: 'a:0', status: 'credited', amount: 5, currency: 'USD', attempt_id: 1, number: 1 },
        { output: 'b:0', status: 'suspense' },
        { output: 'c:0' },
        { coin: 'ETH' },
      ),
    },
    rows: [`(1,BTC,100000000,5,USD,1,1,${atText})`],
  },
  confirmed_withdrawals: {
    sources: { withdrawals: [{ user_id: 1, confirmed_at: at }, { user_id: 2 }] },
    rows: [`(,1,,,,,,,${atText},)`],
  },
  credited_card_deposits: {
    sources: {
      deposits,
      captures: [...captures, { deposit_id: two, status: 'credited' }],
    },
    rows: [`(${one},1,${atText})`],
  },
  credited_charges: {
    sources: { deposits, captures },
    rows: [
      `(1,USD,1,1,ORANGE,100,${atText},${one},,)`,
      `(1,USD,2,1,BTC,10,${laterText},${two},,)`,
      `(1,USD,2,2,BTC,20,${atText},${two},,)`,
    ],
  },
  deposit_bonus_ratios: {
    sources: {
      deposits: vary(
        { wagering_required: 300, release_max: 1, state: 'open' },
        { wagering_required: 400, state: 'review' },
        { wagering_required: 500, state: 'failed' },
        { release_max: 0 },
        { release_max: 0, state: 'review' },
      ),
    },
    rows: ['(300.0000000000000000)', '(400.0000000000000000)'],
  },
  deposit_card_uses: { sources: { deposits: [{ user_id: 1, card_id: 1 }, { user_id: 2 }] }, rows: ['(1,1,)'] },
  deposit_totals: {
    sources: { deposits, captures },
    rows: [`(1,USD,130,100,30,t,2,${atText},t)`],
  },
  linked_users: { sources: { user_marks: marks }, rows: ['(1,2)', '(2,1)'] },
  money_days: {
    sources: {
      balance_days: vary(
        { user_id: 1, practice: false, day: '2026-11-20', tr_type: 'deposit', currency: 'USD', received: 100, paid: 0 },
        { practice: true },
      ),
    },
    rows: ['(1,2026-11-20,deposit,USD,100,0)'],
  },
  open_bonus_ratios: {
    sources: { wagering_requirements: [...requirements, { required: 5, release_max: 0 }] },
    rows: ['(300.0000000000000000)'],
  },
  paid_payouts: {
    sources: { payouts: vary({ currency: 'USD', amount: 5, state: 'paid', updated_at: at }, { state: 'sent' }) },
    rows: [`(USD,5,${atText})`],
  },
  payout_refunds: {
    sources: {
      payouts: vary(
        { id: one, attempt_id: 1, state: 'paid', reference: two },
        { state: 'waiting' },
        { attempt_id: null },
      ),
    },
    rows: [`(${one},payout:${one},1,${two})`],
  },
  promo_deposit_bonuses: {
    sources: {
      promo_redemptions: vary(
        { deposit_id: one, code: 'PROBE', bonus: 101, required: 5, release_factor: 0.5, state: 'used' },
        { deposit_id: null },
        { state: 'refused' },
      ),
    },
    rows: [`(${one},PROBE,101,5,50)`],
  },
  related_users: {
    sources: { user_marks: marks },
    rows: [
      `(1,2,${laterText},card)`,
      `(1,3,${atText},card)`,
      `(2,1,${laterText},card)`,
      `(2,3,${laterText},card)`,
      `(3,1,${atText},card)`,
      `(3,2,${laterText},card)`,
    ],
  },
  same_person_users: {
    sources: {
      linked_users: vary(
        { user_id: 1, linked_id: 2 },
        { user_id: 2, linked_id: 1 },
        { user_id: 2, linked_id: 3 },
        { user_id: 3, linked_id: 2 },
      ),
    },
    rows: ['(1,2)', '(1,3)', '(2,1)', '(2,3)', '(3,1)', '(3,2)'],
  },
  staked_bonuses: {
    sources: { trades: vary({ user_id: 1, bonus_stake: 5, state: 'open' }, { bonus_stake: 6 }, { state: 'won' }) },
    rows: ['(1,11)'],
  },
  statement_code_states: {
    sources: {
      statement_codes: vary({ user_id: 1, attempts_left: 5 }, { user_id: 2, confirmed_at: at }, { user_id: 3 }),
      statement_code_charges: vary({ deposit_id: one, user_id: 1 }, { deposit_id: two, user_id: 2 }),
      credited_card_deposits: [{ deposit_id: one }, { deposit_id: two }],
    },
    rows: ['(1,5,f,t)', '(2,5,t,f)', '(3,5,f,f)'],
  },
  stored_code_ratios: {
    sources: {
      promo_redemptions: vary({ turnover_factor: 30, release_factor: 2, state: 'stored' }, { state: 'used' }),
    },
    rows: ['(15.0000000000000000)'],
  },
  symbol_days: {
    sources: {
      trade_days: vary(
        {
          day: '2026-11-20',
          symbol: 'EURUSD',
          practice: false,
          state: 'won',
          currency: 'USD',
          count: 1,
          stake: 100,
          returned: 180,
        },
        { state: 'refused' },
        { practice: true },
      ),
    },
    rows: ['(2026-11-20,EURUSD,USD,1,100,180)'],
  },
  trade_results: {
    sources: { trades: vary({ currency: 'USD', state: 'won', practice: false }, { practice: true }) },
    rows: ['(USD,won,,,,,)'],
  },
  trades_with_bonus: {
    sources: { turnover_events: vary({ source: 'one', has_bonus: true }, { source: 'two', has_bonus: false }) },
    rows: ['(one)'],
  },
  trading_days: {
    sources: {
      trade_days: vary(
        { user_id: 1, practice: false, day: '2026-11-20', currency: 'USD', count: 1, stake: 100, returned: 180 },
        { symbol: 'EURUSD', stake: 10, returned: 0 },
        { day: '2026-11-21' },
        { practice: true },
      ),
    },
    rows: ['(1,2026-11-20,USD,2,110,180)', '(1,2026-11-21,USD,1,100,180)'],
  },
  user_cards: {
    sources: {
      cards: vary(
        { user_id: 1, exp_year: 2030, exp_month: 1, save_slot: 1, charged_at: at },
        { exp_year: 2031, removed_at: at },
        { exp_year: 2032, save_slot: null },
        { exp_year: 2033, charged_at: null },
        { user_id: 2, charged_at: null },
      ),
    },
    rows: ['(1,t,2030-01)', '(2,f,)'],
  },
  wagering_totals: {
    sources: { wagering_requirements: requirements },
    rows: ['(1,USD,320,600)'],
  },
  waiting_payments: {
    sources: {
      deposits: vary(
        { id: one, user_id: 1, created_at: at, amount: 5, currency: 'USD', state: 'open' },
        { state: 'failed' },
      ),
      withdrawals: vary(
        { id: two, user_id: 1, confirmed_at: at, amount: 100, currency: 'USD', state: 'paying' },
        { id: three },
        { state: 'paid' },
      ),
      payouts: vary({ withdrawal_id: two, amount: 30, state: 'paid' }, { state: 'due' }),
    },
    rows: [
      `(1,deposit,${atText},5,USD,deposit:${one})`,
      `(1,withdrawal,${atText},-100,USD,withdrawal:${three})`,
      `(1,withdrawal,${atText},-70,USD,withdrawal:${two})`,
    ],
  },
  waiting_sales: {
    sources: { trade_sales: vary({ trade_id: one, sale_at: at, state: 'waiting' }, { state: 'refused' }) },
    rows: [`(${one},${atText})`],
  },
}

/** Lists the views that have a condition. */
export async function listConditionalViews(
  client: pg.ClientBase,
  views: readonly string[],
): Promise<{ readonly name: string; readonly definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select viewname::text as name, rtrim(definition, ';') as definition from pg_views
      where schemaname = 'public' and viewname = any($1) and definition ~ '(WHERE|AND) ' order by 1`,
    [views],
  )
  return rows
}

/** Reads the rows of the view over copies of what it reads, without the rules of the tables. */
export async function readView(
  client: pg.ClientBase,
  definition: string,
  sources: ViewRows['sources'],
): Promise<string[]> {
  await client.query(`begin; set local timezone = 'UTC'`)
  try {
    for (const [name, rows] of Object.entries(sources)) {
      await client.query(`create temp table ${name} on commit drop as table public.${name} with no data`)
      await client.query(`insert into ${name} select r.* from jsonb_populate_recordset(null::${name}, $1) r`, [
        JSON.stringify(rows),
      ])
    }
    // The view groups by this key.
    if (definition.includes('GROUP BY d.id')) await client.query('alter table deposits add primary key (id)')
    const { rows } = await client.query<{ row: string }>(`select v::text as row from (${definition}) v order by 1`)
    return rows.map(({ row }) => row)
  } finally {
    await client.query('rollback')
  }
}
