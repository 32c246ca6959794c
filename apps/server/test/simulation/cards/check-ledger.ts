import type { ReceivedMoney } from './charge-scenario.ts'
import { type DatabaseState, openingAccount } from './database-state.ts'
import type { Check } from './properties.ts'

/** Checks that lines, balances and captures agree in each currency. */
export function checkLedger(
  { lines, captures, balances, wagering }: DatabaseState,
  traderCurrency: string,
  must: Check,
): void {
  for (const currency of new Set(lines.map((line) => line.currency))) {
    const sumLines = (account: (name: string) => boolean) =>
      sum(lines.filter((line) => line.currency === currency && account(line.account)))
    const sumCaptures = (...statuses: string[]) =>
      sum(captures.filter((capture) => capture.currency === currency && statuses.includes(capture.status)))
    const sumBalances = (account: string) =>
      sum(balances.filter((each) => each.account === account && each.currency === currency))
    const cash = sumLines((name) => name === 'cash')
    const opening = -sumLines((name) => name === openingAccount)
    const capturedTotal = sumCaptures('credited', 'credited_late', 'suspense', 'refund_due')
    must('ledgerBalances', sumLines(() => true) === 0)
    // The trader owes what was taken back and was no longer there.
    const owed = -sumLines((name) => name === 'debt')
    const staked = sumLines((name) => name === 'trade_house')
    const expectedCash = opening + sumCaptures('credited', 'credited_late') + owed - staked
    must('ledgerBalances', cash === sumBalances('cash') && cash === expectedCash)
    must('takenBackOnce', owed >= 0 && owed <= sumCaptures('taken_back'), owed > 0)
    const suspense = sumLines((name) => name === 'suspense')
    const hasSuspense = lines.some(({ account }) => account === 'suspense')
    must('ledgerBalances', suspense === sumCaptures('suspense', 'refund_due'))
    must('suspenseNotNegative', suspense >= 0, hasSuspense)
    must('ledgerBalances', sumLines((name) => name.startsWith('clearing:')) === -capturedTotal)
    must('bonusOnce', sumBalances('bonus') === (currency === traderCurrency ? sum(wagering) : 0))
  }
}

export function checkTakenBack(
  { captures, entries }: DatabaseState,
  taken: readonly ReceivedMoney[],
  must: Check,
): void {
  const takenBack = captures.filter(({ status }) => status === 'taken_back')
  const entriesOfAttempt = (attempt: number) =>
    entries.filter(
      ({ kind, subject }) =>
        kind === 'deposit.taken_back' &&
        (subject === `attempt:${attempt}` || subject.startsWith(`attempt:${attempt}/`)),
    )
  must(
    'takenBackOnce',
    captures.every(({ attempt, status }) => entriesOfAttempt(attempt).length === (status === 'taken_back' ? 1 : 0)) &&
      takenBack.every(({ reference }) =>
        taken.some((charge) => charge.reference === reference && charge.takenBackAs !== null),
      ),
    takenBack.length > 0,
  )
}

export function sum(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0)
}
