import { type CodeMutant, mutant } from './code-mutant.ts'

const applyResult = 'deposits/apply-result.ts'
const takeBack = 'refunds/take-back.ts'
const reversals = 'refunds/reversal-service.ts'
const takenBackTest = 'apps/server/src/modules/deposits/taken-back.test.ts'

/** Faults in money that a processor or bank takes back. */
export const takenBackMutants: readonly CodeMutant[] = [
  mutant(
    'a repeated chargeback is raised as another one',
    applyResult,
    'if (captures.some(({ status }) => isTakenBackAlready(status, takenBackAs))) return unchanged',
    '',
    takenBackTest,
  ),
  mutant(
    'a refund that was requested is raised as taken back',
    applyResult,
    `(report === 'refunded' && (status === 'refund_due' || status === 'refunded'))`,
    'false',
    takenBackTest,
  ),
  mutant(
    'a chargeback of money that was never booked is credited',
    applyResult,
    'const isUnexplained = takenBackAs !== undefined',
    'const isUnexplained = false',
    takenBackTest,
  ),
  mutant(
    'a chargeback is not booked',
    applyResult,
    'if (capture !== undefined) return { ...unchanged, takenBack: { deposit, capture } }',
    '',
  ),
  mutant(
    'a charge is credited instead of money that was taken back',
    applyResult,
    ` || deposit.captures.some(({ status }) => status === 'taken_back')`,
    '',
    takenBackTest,
  ),
  mutant(
    'a report that has lost against another change is forgotten',
    applyResult,
    '(await deps.takeBack(takenBack, reported)) ? { ...result, changed: true } : applyNow(reference, reported)',
    '(await deps.takeBack(takenBack, reported), { ...result, changed: true })',
    takenBackTest,
  ),
  mutant(
    'suspense that was taken back stays in suspense',
    takeBack,
    `capture.status === 'suspense'`,
    `capture.status === 'refund_due'`,
    takenBackTest,
  ),
  mutant(
    'a chargeback takes more than the trader has',
    reversals,
    'const taken = Math.min(due, balances.cash + returned)',
    'const taken = due',
  ),
  mutant('what is missing for a chargeback is not owed', reversals, 'owed: due - taken', 'owed: 0', takenBackTest),
  mutant(
    'the bonus stays after a chargeback',
    reversals,
    "account: 'bonus', userId, currency, amount: -fromBonus",
    "account: 'bonus', userId, currency, amount: 0",
  ),
  mutant(
    'the turnover for a bonus that was taken back is still required',
    'ledger/store.ts',
    'where id in (select id from deposit_bonuses) and ',
    'where false and ',
  ),
  mutant(
    'a chargeback is not raised',
    reversals,
    `cause.to === 'taken_back' ? ('deposit.taken_back' as const) : null`,
    'null',
    takenBackTest,
  ),
]
