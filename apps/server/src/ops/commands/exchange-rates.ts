import { rateCodes } from '@tradefront/rules/rates/rate-codes'

import { confirmHeldRate, listRates } from '../../modules/rates/service.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTable, formatTime } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addExchangeRateCommands(program: OperatorCommand): void {
  const command = program
    .command('exchange-rates')
    .summary('rates of coins and currencies, and jumps that are not confirmed')
    .description(
      'Show the latest accepted rates: USD for one coin, units of a currency for one USD. "closed" converts nothing: its rate is too old, or has jumped and is not confirmed.',
    )
    .handle(listExchangeRates)
  command
    .command('accept <CODE>')
    .summary('accept the rate of a coin or currency that has jumped')
    .description(
      'Accept the rate that waits for confirmation. Compare it with another source first: invoices, trades and prizes use it at once.',
    )
    .changesData()
    .handle(acceptExchangeRate)
}

async function listExchangeRates({ app, print }: CommandContext): Promise<void> {
  const rates = await listRates(app)
  const rows = rates.map(({ code, latest, held, isOpen }) => [
    code,
    isOpen ? 'open' : 'closed',
    latest === null ? null : String(latest.rate),
    latest === null ? null : formatTime(latest.at),
    held === null ? null : String(held.rate),
    held === null ? null : formatTime(new Date(held.atMs)),
  ])
  print({ rates }, formatTable(['code', 'is', 'rate', 'at', 'jumped to', 'since'], rows, ''))
}

function parseRateCode(name: string) {
  const code = rateCodes.find((each) => each === name.toUpperCase())
  if (code === undefined) throw usageError(`CODE must be one of ${rateCodes.join(', ')}.`)
  return code
}

async function acceptExchangeRate({ app, by, print, confirmEmergency }: CommandContext, name: string): Promise<void> {
  const code = parseRateCode(name)
  const row = (await listRates(app)).find((each) => each.code === code)
  if (row === undefined || row.held === null) throw new CliError(`No rate of ${code} waits for confirmation.`)
  await confirmEmergency(
    `1 ${code === 'EUR' || code === 'GBP' || code === 'RUB' ? `USD is ${row.held.rate} ${code}` : `${code} is ${row.held.rate} USD`}.`,
    'two',
  )
  const accepted = await confirmHeldRate(app, code, row.held.rate, by)
  if (!accepted) throw new CliError(`The rate of ${code} has changed: look at it again.`)
  print({ code, rate: row.held.rate }, 'Accepted.\n')
}
