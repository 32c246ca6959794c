import { type CodeMutant, mutant } from './code-mutant.ts'

const redemptions = 'promo/redemption-store.ts'
const bonuses = 'ledger/bonuses.ts'
const routes = 'apps/server/src/modules/promo/routes.test.ts'
const reversed = 'apps/server/src/modules/promo/reversed-deposit.test.ts'

/** Faults in the bonuses of promo codes. */
export const promoMutants: readonly CodeMutant[] = [
  {
    name: 'a one-time promo code is used twice: the check is gone',
    edits: [],
    sql: 'alter table promo_codes drop constraint promo_codes_uses',
    tellingSeed: 10,
  },
  mutant(
    'the bonus of a promo code stays after a chargeback',
    'ledger/store.ts',
    'where deposit_id = ${depositId}::uuid and cancelled_at is null',
    "where source = 'deposit:' || ${depositId}::uuid and cancelled_at is null",
  ),
  mutant(
    'a stored promo code is not used with its deposit',
    'deposits/build-result-write.ts',
    `next.captureStatus === 'credited' && !deposit.isFixed`,
    `next.captureStatus === 'credited' && deposit.isFixed`,
  ),
  mutant(
    'a stored promo code is used with a deposit that is credited late',
    'deposits/build-result-write.ts',
    `next.captureStatus === 'credited' && !deposit.isFixed`,
    `next.captureStatus !== null && !deposit.isFixed`,
  ),
  mutant(
    'a promo code is used with a deposit below its minimum',
    redemptions,
    'coalesce(r.min_deposit, 0) <= d.amount',
    'd.amount > 0',
    routes,
  ),
  mutant(
    'a promo code is used with a deposit that was opened before it was entered',
    redemptions,
    'r.created_at <= d.opened_at',
    'r.created_at is not null',
    routes,
  ),
  mutant(
    'a promo code must be open when its deposit is credited',
    redemptions,
    'buildRefusal(sql`c.user_id`, sql`c.opened_at`)',
    'buildRefusal(sql`c.user_id`, sql`c.at`)',
    routes,
  ),
  mutant(
    'a promo code is used with a deposit without a bonus',
    'deposits/build-result-write.ts',
    ` && !deposit.isFixed`,
    '',
    routes,
  ),
  mutant('giving up a bonus takes the money of others', bonuses, 'and w.id <> g.id', 'and false', routes),
  mutant(
    'giving up a bonus leaves what a finished one could have released',
    bonuses,
    'w.cancelled_at is null and w.finished_at is null\n',
    'w.cancelled_at is null\n',
    routes,
  ),
  mutant(
    'a bonus that was given up is taken again with its deposit',
    'ledger/store.ts',
    'where deposit_id = ${depositId}::uuid and cancelled_at is null',
    'where deposit_id = ${depositId}::uuid',
    reversed,
  ),
]
