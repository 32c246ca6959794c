import { auditTrades, type TradeAudit } from '../../modules/trading/audit-trades.ts'
import { exitCodes } from '../cli/cli-error.ts'
import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseDay } from '../cli/parse-input.ts'

const description = `Compute every ended trade of simulated prices again, from the seeds that are published: prices and times of its opening and end, how it ended and what it returned. Seeds are compared with the hashes that were announced.

Trades of today wait until the seed is published. Nothing is changed. The exit code is 3 if there are differences.`

export function addTradeCommands(program: OperatorCommand): void {
  program
    .command('audit-trades')
    .summary('compute ended trades of simulated prices again')
    .description(description)
    .option('--from <DAY>', 'trades that have ended from this day on (UTC)', parseDay('--from'))
    .handle(async ({ app, options, print, setExitCode }) => {
      const audit = await auditTrades(app, options.from ?? new Date(0))
      print(audit, formatAudit(audit))
      if (audit.differences.length > 0) setExitCode(exitCodes.differs)
    })
}

function formatAudit({ checked, waiting, lateDays, differences }: TradeAudit): string {
  const late =
    lateDays.length === 0 ? '' : `\nThe hash of these days was published after they had begun: ${lateDays.join(', ')}.`
  const wait = waiting === 0 ? '' : ` Waiting for the seed of their day: ${waiting}.`
  if (differences.length === 0) return `Checked trades: ${checked}. All are right.${wait}${late}\n`
  const table = formatTable(
    ['what', 'of', 'expected', 'recorded'],
    differences.map(({ subject, what, expected, actual }) => [what, subject, expected, actual]),
    '',
  )
  return `${table}\nChecked trades: ${checked}. Differences: ${differences.length}.${wait}${late}\n`
}
