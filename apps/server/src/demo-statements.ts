import { randomUUID } from 'node:crypto'

import { processors } from '@tradefront/processors/registry'

import { type Clock, dayMs } from './platform/clock.ts'
import type { Db } from './platform/database/database.ts'
import { saveComparison } from './modules/deposits/statements/exception-store.ts'
import type { Difference } from './modules/deposits/statements/reconcile-statement.ts'

const currency = 'USD'
const [first, second] = processors.filter(({ canCharge }) => canCharge).map(({ name }) => name)
const account = 'DE02120300000000202051'

/**
 * Adds statements of yesterday and the day before, one with a difference, and payments to the bank, one of them reported by a trader. Runs
 * once, after the demo deposits.
 */
export async function seedDemoStatements(db: Db, clock: Clock): Promise<void> {
  if (first === undefined || second === undefined) return
  const now = clock.now()
  const toDay = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
  const days = [1, 2].flatMap((daysAgo) => [first, second].map((processor) => ({ processor, day: toDay(daysAgo) })))
  const added = await db
    .insertInto('statement_comparisons')
    .values(days.map((row) => ({ ...row, compared_at: now, updated_at: now })))
    .onConflict((on) => on.doNothing())
    .returning('day')
    .execute()
  if (added.length === 0) return
  for (const each of days) {
    const differences = each.processor === first && each.day === toDay(1) ? listDifferences(first) : []
    const sum = differences.reduce((all, { difference }) => all + difference, 0)
    const agreed = { processor: each.processor, currency, here: 184_500, agreed: 184_500, agreedCount: 7 }
    await saveComparison(db, each, { differences, totals: [{ ...agreed, there: agreed.here + sum }] }, now)
  }
  const report = await db
    .selectFrom('deposits')
    .select(['user_id as trader', 'amount'])
    .where('instrument_kind', '=', 'bank')
    .where('state', '=', 'review')
    .executeTakeFirst()
  const payment = { account, booked_on: toDay(1), currency, imported_at: now }
  await db
    .insertInto('bank_payments')
    .values([
      { ...payment, entry_key: 'entry:demo-1', amount: 32_000, payer: 'M. Keller', words: 'for my account' },
      ...(report === undefined
        ? []
        : [
            {
              ...payment,
              entry_key: 'entry:demo-2',
              amount: report.amount,
              payer: 'Vera Stone',
              words: `TF-${report.trader} deposit`,
            },
          ]),
    ])
    .execute()
}

function listDifferences(processor: string): Difference[] {
  const about = { what: 'charge', processor, depositId: null, currency } as const
  return [
    {
      ...about,
      kind: 'missing_here',
      reference: randomUUID(),
      there: 'succeeded',
      here: 'unknown',
      difference: 25_000,
    },
    { ...about, kind: 'other_amount', reference: randomUUID(), there: '10050', here: '10000', difference: 50 },
  ]
}
