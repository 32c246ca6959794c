import { auditTrades, type TradeAudit } from '../../modules/trading/audit-trades.ts'
import { exitCodes } from '../cli/cli-error.ts'
import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseDay } from '../cli/parse-input.ts'

const description = `Compute every ended trade of simulated prices again, from the seeds and the rounds of the beacon that are published: prices and times of its opening and end, how it ended and what it returned. Seeds are compared with the roots that were announced, and signatures of rounds are verified: a day of trades takes some minutes.

Trades of the last five minutes wait until their seeds are published. Nothing is changed. The exit code is 3 if there are differences.`

const beaconProblems = {
  unreachable: 'does not reply',
  other_chain: 'serves another chain',
  wrong_signature: 'replies with a round that the chain has not signed',
} as const

export function addTradeCommands(program: OperatorCommand): void {
  program
    .command('beacon')
    .summary('ask the relays of the beacon that simulated prices follow from')
    .description(
      'Show for each relay whether it replies, and its latest round. Nothing is changed. The exit code is 3 if one has a problem.',
    )
    .handle(async ({ app, print, setExitCode }) => {
      const relays = await app.market.checkBeacon()
      const rows = relays.map(({ origin, problem, latestRound }) => [
        origin,
        problem === null ? 'replies' : beaconProblems[problem],
        String(latestRound ?? ''),
      ])
      print({ relays }, formatTable(['relay', 'state', 'latest round'], rows, 'Prices are not simulated.'))
      if (relays.some(({ problem }) => problem !== null)) setExitCode(exitCodes.differs)
    })
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
    lateDays.length === 0 ? '' : `\nThe root of these days was published after they had begun: ${lateDays.join(', ')}.`
  const wait = waiting === 0 ? '' : ` Waiting for their seeds: ${waiting}.`
  if (differences.length === 0) return `Checked trades: ${checked}. All are right.${wait}${late}\n`
  const table = formatTable(
    ['what', 'of', 'expected', 'recorded'],
    differences.map(({ subject, what, expected, actual }) => [what, subject, expected, actual]),
    '',
  )
  return `${table}\nChecked trades: ${checked}. Differences: ${differences.length}.${wait}${late}\n`
}
