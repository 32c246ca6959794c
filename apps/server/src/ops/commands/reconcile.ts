import { readFile } from 'node:fs/promises'

import { type Command, neverMutates } from '../cli/command.ts'
import { parseDay } from '../cli/parse-input.ts'
import { type ReconcileResult, reconcileStatement } from '../reconcile/reconcile-statement.ts'
import { exitCodes, CliError } from '../cli/cli-error.ts'
import { parseStatement } from '../reconcile/parse-statement.ts'
import { formatMoney, formatTable, formatTime } from '../cli/terminal.ts'

export const reconcileCommand: Command = {
  name: 'reconcile',
  usage: 'FILE',
  about: 'compare a statement of the processors (CSV) with the ledger, to the cent',
  details: [
    'Whatever the file names is compared, whenever it was. What the ledger has and the file has not is looked for from the',
    'first line’s time on (or --from), up to now (or --to). Differences: missing_here (taken, not booked), missing_there',
    '(booked, not taken), other_amount, other_state (one of both is not at its end, or they ended differently), doubled.',
    'FILE has the columns kind, processor, ref, refund_ref, amount (minor units), currency, status and created_at, as the',
    'sandbox writes them at /control/statement.csv. Nothing is changed; the exit code is 3 when something differs.',
  ],
  options: {
    from: { type: 'string', value: 'DAY', about: 'look for what the file lacks from this day on (UTC)' },
    to: { type: 'string', value: 'DAY', about: 'up to and without this day (UTC)' },
  },
  argumentCount: [1, 1],
  isMutating: neverMutates,
  run: async ({ services: session, args, getOption: option, print }) => {
    const name = args[0] ?? ''
    const statement = parseStatement(await readStatementFile(name), name)
    const first = Math.min(...statement.map(({ createdAt }) => createdAt.getTime()))
    const from = parseDay(option('from'), '--from') ?? (Number.isFinite(first) ? new Date(first) : undefined)
    if (from === undefined)
      throw new CliError(`${name} has no rows: say --from DAY, so that it is known what to look for.`)
    const to = parseDay(option('to'), '--to') ?? session.clock.now()
    const refs = [...new Set(statement.map(({ ref }) => ref))]
    const [booked, knownAttempts] = await Promise.all([
      session.cards.listLedgerMovements(from, to, refs),
      session.cards.listAttemptsByRef(refs),
    ])
    const result = reconcileStatement(statement, { booked, knownAttempts, from, to })
    print(
      { file: name, rows: statement.length, from, to, ...result },
      `${name}: ${statement.length} rows; the ledger from ${formatTime(from)} to ${formatTime(to)} UTC\n\n${formatResult(result)}`,
    )
    return result.differences.length === 0 ? exitCodes.done : exitCodes.differs
  },
}

function formatResult({ differences, totals, agreed }: ReconcileResult): string {
  const sums = formatTable(
    ['processor', 'statement', 'ledger', 'difference'],
    totals.map(({ processor, currency, there, here }) => [
      processor,
      formatMoney(there, currency),
      formatMoney(here, currency),
      formatMoney(there - here, currency),
    ]),
    'No money has moved.',
  )
  if (differences.length === 0) return `${sums}\nThey agree to the cent, in ${agreed} movements of money.\n`
  const found = formatTable(
    ['difference', 'what', 'processor', 'ref', 'statement', 'ledger', 'amount'],
    differences.map(({ kind, what, processor, ref, there, here, difference, currency }) => [
      kind,
      what,
      processor,
      ref,
      there,
      here,
      formatMoney(difference, currency),
    ]),
    '',
  )
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`
  return `${sums}\n${found}\n${count}; ${agreed} movements of money agree.\n`
}

async function readStatementFile(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new CliError(`${name} cannot be read (${code}).`)
  }
}
