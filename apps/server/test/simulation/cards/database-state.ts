import { isActiveState, type AttemptState, type DepositState } from '@tradefront/rules/deposits/deposit-state-machine'

/** State of a trader, read by a separate query, not by the code under test. */
export type DatabaseState = {
  readonly deposits: readonly {
    readonly id: string
    readonly state: DepositState
    readonly plan: readonly string[]
    readonly bonus: number
    /** True if the deposit has no bonus. */
    readonly fixed: boolean
    /** True if the deposit counts for the day limit. */
    readonly counts: boolean
    readonly reason: string | null
    readonly words: string | null
    readonly amount: number
    readonly currency: string
    readonly createdMs: number
  }[]
  readonly attempts: readonly {
    readonly id: number
    readonly deposit: string
    readonly processor: string
    readonly charges: boolean
    readonly state: AttemptState
    readonly reference: string
    /** UTC date on which it was created. */
    readonly day: string
  }[]
  readonly captures: readonly {
    readonly attempt: number
    readonly deposit: string
    readonly reference: string
    readonly amount: number
    readonly currency: string
    readonly status: string
    readonly reason: string | null
  }[]
  readonly entries: readonly { readonly kind: string; readonly subject: string }[]
  readonly lines: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly balances: readonly { readonly account: string; readonly currency: string; readonly amount: number }[]
  readonly wagering: readonly { readonly source: string; readonly amount: number }[]
  /** Promo codes that the trader has entered. `source` names the bonus of a used one. */
  readonly redemptions: readonly {
    readonly id: number
    readonly code: string
    readonly state: string
    readonly source: string | null
    readonly bonus: number | null
    readonly deposit: string | null
    readonly minDeposit: number | null
    readonly createdMs: number
  }[]
  /** Mails, one row for each. `attempt` is 0 if the mail is about the deposit. */
  readonly notices: readonly { readonly deposit: string; readonly kind: string; readonly attempt: number }[]
  readonly unapplied: number
}

/** Account that pays the opening balances of simulated traders. */
export const openingAccount = 'fees'

/** Reads states. `$1` is a list of traders' ids; there is one row for each, in this order. */
export const stateQuery = `
  select one.state from unnest($1::bigint[]) with ordinality as trader(id, place) cross join lateral (
  with mine as (select * from deposits where user_id = trader.id),
  tries as (select a.* from attempts a join mine d on d.id = a.deposit_id),
  booked as (
    select e.id, e.kind, e.subject from tries t join ledger_entries e on e.attempt_id = t.id
    union select e.id, e.kind, e.subject from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.user_id = trader.id)
  select json_build_object(
    'deposits', (select coalesce(json_agg(json_build_object('id', id, 'state', state, 'plan', processor_order, 'bonus', bonus,
      'fixed', fixed, 'counts', day_limit_date is not null, 'reason', reason, 'words', reason_text, 'amount', amount, 'currency', currency,
      'createdMs', extract(epoch from created_at) * 1000) order by created_at, id), '[]') from mine),
    'attempts', (select coalesce(json_agg(json_build_object('id', id, 'deposit', deposit_id, 'processor', processor,
      'charges', is_charging, 'state', state, 'reference', reference, 'day', (created_at at time zone 'UTC')::date) order by id), '[]') from tries),
    'captures', (select coalesce(json_agg(json_build_object('attempt', c.attempt_id, 'deposit', c.deposit_id, 'reference', t.reference,
      'amount', c.amount, 'currency', c.currency, 'status', c.status, 'reason', c.reason)), '[]') from captures c join tries t on t.id = c.attempt_id),
    'entries', (select coalesce(json_agg(json_build_object('kind', kind, 'subject', subject)), '[]') from booked),
    'lines', (select coalesce(json_agg(json_build_object('account', l.account, 'currency', l.currency, 'amount', l.amount)), '[]')
      from ledger_lines l join booked b on b.id = l.entry_id),
    'balances', (select coalesce(json_agg(json_build_object('account', account, 'currency', currency, 'amount', amount)), '[]')
      from ledger_balances where user_id = trader.id),
    'wagering', (select coalesce(json_agg(json_build_object('source', source, 'amount', bonus)), '[]')
      from wagering_requirements where user_id = trader.id and cancelled_at is null),
    'redemptions', (select coalesce(json_agg(json_build_object('id', r.id, 'code', r.code, 'state', r.state,
      'source', case when r.state = 'used' then promo_source(r) end, 'bonus', r.bonus, 'deposit', r.deposit_id,
      'minDeposit', r.min_deposit, 'createdMs', extract(epoch from r.created_at) * 1000) order by r.id), '[]')
      from promo_redemptions r where r.user_id = trader.id),
    'notices', (select coalesce(json_agg(json_build_object('deposit', deposit_id, 'kind', kind, 'attempt', attempt_id)), '[]')
      from deposit_notices where deposit_id in (select id from mine)),
    'unapplied', (select count(*) from processor_webhooks where applied_at is null and reference in (select reference from tries))
  ) as state) as one order by trader.place`

/** Returns whether only work for an operator is left. */
export function isFinished({ deposits, attempts, captures, unapplied }: DatabaseState): boolean {
  const settled = ['succeeded', 'failed', 'review']
  const waiting = attempts.filter(({ state }) => isActiveState(state) && state !== 'manual_review')
  return (
    unapplied === 0 &&
    waiting.length === 0 &&
    deposits.every(({ state }) => settled.includes(state)) &&
    captures.every(({ status }) => status !== 'refund_due')
  )
}

/** Returns whether an operator must decide a review, because no money is booked. */
export function hasUnexplainedReviews({ attempts, captures }: DatabaseState): boolean {
  return attempts.some(({ id, state }) => state === 'manual_review' && !captures.some(({ attempt }) => attempt === id))
}
