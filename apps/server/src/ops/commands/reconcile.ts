import { readFile } from 'node:fs/promises'

import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { ReconcileResult } from '../../modules/deposits/statements/reconcile-statement.ts'
import { type Period, reconcileWithLedger } from '../../modules/deposits/statements/reconcile-with-ledger.ts'
import { dayMs } from '../../platform/clock.ts'
import { getErrorCode } from '../../platform/error-code.ts'
import { CliError, exitCodes } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatMoney, formatTable, formatTime } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseDay } from '../cli/parse-input.ts'
import { parseStatement } from '../reconcile/parse-statement.ts'
import { parseProcessor } from './processors.ts'

const description = `Compare a statement of the processors with the ledger.

All rows of the file are compared. A file of one processor needs --processor; without it, what the file lacks of all processors is missing. Payments that traders report have no statement and are left out. Ledger entries that the file lacks are searched from the start of the day (UTC) of its first row (or --from) to now (or --to). Differences:
  missing_here   taken, not booked
  missing_there  booked, not taken
  other_amount   the amounts or currencies differ
  other_state    one side is not final, or they ended differently
  doubled        taken or booked twice

FILE has the columns kind, processor, ref, refund_ref, amount (minor units), currency, status and created_at, as the sandbox writes them at /control/statement.csv. Nothing is changed. The exit code is 3 if there are differences.`

export function addReconcileCommand(program: OperatorCommand): void {
  program
    .command('reconcile <FILE>')
    .summary('compare a statement of the processors (CSV) with the ledger, to the cent')
    .description(description)
    .option('--processor <NAME>', 'the file is a statement of this processor', (name) => parseProcessor(name))
    .option('--from <DAY>', 'search for missing rows from this day on (UTC)', parseDay('--from'))
    .option('--to <DAY>', 'up to, not including, this day (UTC)', parseDay('--to'))
    .handle(reconcileFile)
}

async function reconcileFile(
  { app, options, print, setExitCode }: CommandContext<Partial<Period> & { readonly processor?: ProcessorName }>,
  name: string,
): Promise<void> {
  const statement = parseStatement(await readStatementFile(name), name)
  const { processor } = options
  const other = statement.find((row) => processor !== undefined && row.processor !== processor)
  if (other !== undefined) throw new CliError(`${name} line ${other.line} is of ${other.processor}, not ${processor}.`)
  const [firstRow] = statement.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const from = options.from ?? (firstRow && startOfDay(firstRow.createdAt))
  if (from === undefined) throw new CliError(`${name} has no rows: say --from DAY.`)
  const period = { from, to: options.to ?? app.clock.now() }
  const result = { ...period, ...(await reconcileWithLedger(app.reports, statement, period, { processor })) }
  print(
    { file: name, rows: statement.length, ...result },
    `${name}: ${statement.length} rows; the ledger from ${formatTime(result.from)} to ${formatTime(result.to)} UTC\n\n${formatResult(result)}`,
  )
  if (result.differences.length > 0) setExitCode(exitCodes.differs)
}

/** Returns the start of the day, because a charge that the file lacks can be earlier than its first row. */
function startOfDay(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % dayMs))
}

function formatResult({ differences, totals, agreed }: ReconcileResult): string {
  const totalsTable = formatTable(
    ['processor', 'statement', 'ledger', 'difference'],
    totals.map(({ processor, currency, there, here }) => [
      processor,
      formatMoney(there, currency),
      formatMoney(here, currency),
      formatMoney(there - here, currency),
    ]),
    'No money has moved.',
  )
  if (differences.length === 0) return `${totalsTable}\nThey agree to the cent, in ${agreed} movements of money.\n`
  const differencesTable = formatTable(
    ['difference', 'what', 'processor', 'reference', 'statement', 'ledger', 'amount'],
    differences.map(({ kind, what, processor, reference, there, here, difference, currency }) => [
      kind,
      what,
      processor,
      reference,
      there,
      here,
      formatMoney(difference, currency),
    ]),
    '',
  )
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`
  return `${totalsTable}\n${differencesTable}\n${count}; ${agreed} movements of money agree.\n`
}

async function readStatementFile(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new CliError(`${name} cannot be read (${getErrorCode(error) ?? 'unknown'}).`)
  }
}
