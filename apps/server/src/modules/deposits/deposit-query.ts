import type { AttemptState, DepositState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { Currency } from '@tradefront/rules/ledger/money'
import type { Locale } from '@tradefront/texts/locales'
import {
  type Compilable,
  DummyDriver,
  type Expression,
  expressionBuilder,
  type InferResult,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { DB } from '../../platform/database/database-types.ts'
import type { Attempt, AttemptAction, Capture, DepositPromo, PaymentMethod, ProcessorCode } from './deposit.ts'

const deposit = expressionBuilder<DB & { d: DB['deposits'] }, 'd'>()

const toEpochMs = <Time extends Date | null>(time: Expression<Time>) =>
  sql<Time extends null ? number | null : number>`(extract(epoch from ${time}) * 1000)::bigint`

const attempts = jsonArrayFrom(
  deposit
    .selectFrom('attempts as a')
    .select((a) => [
      'a.id',
      'a.seq',
      a.ref('a.processor').$castTo<ProcessorCode>().as('processor'),
      'a.is_charging as isCharging',
      a.ref('a.state').$castTo<AttemptState>().as('state'),
      'a.reference',
      'a.processor_reference as processorReference',
      'a.error_class as errorClass',
      a.ref('a.action').$castTo<AttemptAction | null>().as('action'),
      'a.had_page as hadPage',
      a.ref('a.replayed_replies').$castTo<Attempt['replayedReplies']>().as('replayedReplies'),
      'a.inquiry_count as inquiryCount',
      toEpochMs(a.ref('a.next_check_at')).as('nextCheckAtMs'),
      toEpochMs(a.ref('a.waiting_since')).as('waitingSinceMs'),
      toEpochMs(a.ref('a.created_at')).as('createdAtMs'),
    ])
    .whereRef('a.deposit_id', '=', 'd.id')
    .orderBy('a.seq'),
)

/** The reference of a charge. The first charge is recorded without one if e.g. an operator found it. */
const chargeReference = sql<
  string | null
>`coalesce(c.processor_reference, case c.number when 1 then a.processor_reference end)`

const captures = jsonArrayFrom(
  deposit
    .selectFrom('attempts as a')
    .innerJoin('captures as c', 'c.attempt_id', 'a.id')
    .select((c) => [
      'c.attempt_id as attemptId',
      'c.number',
      'c.movement',
      chargeReference.as('processorReference'),
      c.ref('c.processor').$castTo<ProcessorCode>().as('processor'),
      'c.amount',
      'c.currency',
      c.ref('c.status').$castTo<Capture['status']>().as('status'),
      sql<boolean>`c.kept_at is not null`.as('isKept'),
    ])
    .whereRef('a.deposit_id', '=', 'd.id')
    .orderBy('c.attempt_id')
    .orderBy('c.number'),
)

/** Check constraints guarantee the casts. */
const columns = [
  deposit.ref('d.id').as('id'),
  deposit.ref('d.version').as('version'),
  deposit.ref('d.user_id').as('userId'),
  deposit.ref('d.method').$castTo<PaymentMethod>().as('method'),
  deposit.ref('d.card_id').as('cardId'),
  deposit.ref('d.instrument_kind').as('instrumentKind'),
  deposit.ref('d.instrument_hint').as('instrumentHint'),
  deposit.ref('d.country').as('country'),
  deposit.ref('d.amount').as('amount'),
  deposit.ref('d.currency').$castTo<Currency>().as('currency'),
  deposit.ref('d.bonus').as('bonus'),
  deposit.ref('d.wagering_required').as('wageringRequired'),
  deposit.ref('d.release_max').as('releaseMax'),
  deposit.ref('d.fixed').as('isFixed'),
  deposit.ref('d.processor_order').$castTo<ProcessorCode[]>().as('processorOrder'),
  deposit.ref('d.state').$castTo<DepositState>().as('state'),
  deposit.ref('d.reason').as('reason'),
  deposit.ref('d.reason_text').as('reasonText'),
  deposit.ref('d.idempotency_key').as('idempotencyKey'),
  sql<string | null>`encode(d.request_hash, 'hex')`.as('requestHash'),
  sql<boolean>`d.day_limit_date is not null`.as('isCounted'),
  deposit.ref('d.close_requested').as('isCloseRequested'),
  toEpochMs(deposit.ref('d.created_at')).as('createdAtMs'),
  toEpochMs(deposit.ref('d.ended_at')).as('endedAtMs'),
  attempts.as('attempts'),
  captures.as('captures'),
] as const

const columnsWithContext = [
  ...columns,
  deposit
    .selectFrom('user_accounts as u')
    .select('u.language')
    .whereRef('u.id', '=', 'd.user_id')
    .$asScalar()
    .$castTo<Locale>()
    .as('language'),
  deposit.fn
    .coalesce(
      deposit
        .selectFrom('account_balances as b')
        .select(sql<number>`b.cash + b.bonus`.as('amount'))
        .whereRef('b.user_id', '=', 'd.user_id')
        .whereRef('b.currency', '=', 'd.currency'),
      sql<number>`0`,
    )
    .as('balance'),
  sql<DepositPromo | null>`
    (select jsonb_build_object('code', p.code, 'bonus', p.bonus, 'required', p.required, 'releaseMax', p.release_max)
       from promo_deposit_bonuses p where p.deposit_id = d.id)`.as('promo'),
] as const

const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const plainQuery = compiler.selectFrom('deposits as d').select(columns)
const queryWithContext = compiler.selectFrom('deposits as d').select(columnsWithContext)

/** Columns for a query with `deposits as d`. They are built once, because building takes 0.3 ms, several times the query itself. */
export const depositColumns = compileColumns(plainQuery)
export const depositWithContextColumns = compileColumns(queryWithContext)

export type DepositRow = InferResult<typeof plainQuery>[number]
export type DepositWithContextRow = InferResult<typeof queryWithContext>[number]

function compileColumns(query: Compilable): RawBuilder<unknown> {
  const { sql: text, parameters } = query.compile()
  const list = /^select (.*) from "deposits" as "d"$/s.exec(text)?.[1]
  if (list === undefined || parameters.length > 0) throw new Error('invariant: the columns have no parameters')
  return sql.raw(list)
}
