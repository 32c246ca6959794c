import { computeReleaseMax } from '@tradefront/rules/deposits/quote-deposit'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { refuse, ok, type Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'
import { sql, type RawBuilder } from 'kysely'

import type { ActionHandlers, AppContext } from '../../context.ts'
import { auditCte } from '../../platform/audit.ts'
import type { ConstraintName } from '../../platform/database/constraints.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { type LedgerEntry, postEntryCte, wageringRequirementsCte } from './store.ts'

const refusals: Readonly<Partial<Record<ConstraintName, TextKey>>> = {
  ledger_balances_amount_check: 'desk_money.balance_too_low',
  // Cash that has paid a debt is gone.
  ledger_debt_first: 'desk_money.balance_too_low',
  ledger_real_owner: 'desk_money.practice_only',
  ledger_account_currency: 'desk.changed',
  ledger_entries_kind_subject_key: 'desk_money.corrected_already',
  wagering_requirements_source_key: 'desk_money.corrected_already',
  ledger_entries_ordered: 'desk.changed',
}

/** Actions by which operators move money by hand. The trigger `ledger_entries_ordered` refuses what they have not signed. */
export const ledgerActions: ActionHandlers = {
  'balance.correct': (context, { correction, trader, change, currency, undoes }, by) =>
    post(context, trader, {
      entry: {
        kind: undoes === null ? 'correction.booked' : 'correction.undone',
        subject: `correction:${undoes ?? correction}`,
        at: context.clock.now(),
        lines: [
          { account: 'cash', userId: trader, currency, amount: change },
          { account: 'corrections', userId: null, currency, amount: -change },
        ],
      },
      audit: { by, action: 'balance.correct', after: { correction, change, currency, undoes } },
    }),
  'bonus.give': async (context, { bonus: id, trader, amount, currency, turnover }, by) => {
    const { bonus_turnover_factor, bonus_release_factor } = await context.settings.getSettings()
    if (turnover !== multiplyExactly([amount, bonus_turnover_factor], 'nearest')) return refuse('desk.changed')
    const source = `bonus:${id}`
    const at = context.clock.now()
    const requirement = {
      userId: trader,
      source,
      depositId: null,
      currency,
      bonus: amount,
      required: turnover,
      gift: null,
      at,
      // As for other bonuses without a deposit, no more than the bonus itself is released.
      releaseMax: computeReleaseMax(amount, Math.min(1, bonus_release_factor)),
    }
    return post(context, trader, {
      entry: {
        kind: 'bonus.given',
        subject: source,
        at,
        lines: [
          { account: 'bonus_expense', userId: null, currency, amount: -amount },
          { account: 'bonus', userId: trader, currency, amount },
        ],
      },
      audit: { by, action: 'bonus.give', after: { bonus: id, amount, currency, turnover } },
      more: sql`, ${wageringRequirementsCte(sql`select ${JSON.stringify(requirement)}::jsonb`)}`,
    })
  },
}

type Order = {
  readonly entry: LedgerEntry
  readonly audit: Pick<Parameters<typeof auditCte>[0], 'by' | 'action' | 'after'>
  /** Further parts of the statement. */
  readonly more?: RawBuilder<unknown>
}

/** Posts the entry and that of the audit trail in one statement. */
async function post(context: AppContext, trader: number, { entry, audit, more }: Order): Promise<Result> {
  const proof = auditCte({ ...audit, subject: `user:${trader}`, before: null, at: entry.at })
  try {
    await sql`with ${proof}, ${postEntryCte(entry)} ${more ?? sql``} select 1`.execute(context.db)
  } catch (error) {
    const rule = getViolatedConstraint(error)
    const code = rule === null ? undefined : refusals[rule]
    if (code === undefined) throw error
    return refuse(code)
  }
  await publishUserChanged(context, trader)
  return ok()
}
