import { toMinor } from '@tradefront/rules/ledger/money'
import { type PromoAudience, promoAudiences } from '@tradefront/rules/promo/promo-terms'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import { createPromoCode, endPromoCode } from '../../modules/promo/promo-code-operator.ts'
import { findPromoCode, listPromoCodes } from '../../modules/promo/promo-code-store.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatMoney, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount, parseDay } from '../cli/parse-input.ts'
import { offerCodeSetting } from './settings.ts'

type CreateOptions = {
  percent?: number
  amount?: number
  minDeposit?: number
  from?: Date
  until?: Date
  uses?: number
  each: number
  for: string
}

type PromoRow = Awaited<ReturnType<typeof listPromoCodes>>[number]

export function addPromoCommands(program: OperatorCommand): void {
  const promo = program.command('promo').summary('promo codes: list, create and end them')
  addListCommand(promo, {
    name: 'list',
    summary: 'all promo codes, newest first',
    description: 'List the promo codes, newest first, with their terms and how often they were used.',
    listRows: (app, limit) => listPromoCodes(app.db, limit),
    columns: {
      code: (row) => row.code,
      for: (row) => audiences[row.audience],
      bonus: formatBonus,
      'minimum deposit': (row) => (row.minDeposit === null ? 'none' : formatMoney(row.minDeposit, baseCurrency)),
      from: (row) => formatTime(row.startsAt),
      until: (row) => formatTime(row.endsAt),
      uses: (row) => (row.maxUses === null ? String(row.uses) : `${row.uses} of ${row.maxUses}`),
      'per trader': (row) => row.maxUsesPerTrader,
    },
    emptyMessage: 'There are no promo codes.',
  })
  promo
    .command('create <CODE>')
    .summary('create a promo code')
    .description(
      'Create a promo code: 3 to 40 letters, digits and dashes. Its bonus is a percentage of the deposit, or an amount in base currency. With a minimum deposit the bonus comes with the next deposit; an amount without one is credited at once, once per person. The terms cannot be changed later: end the code and create another one.',
    )
    .option('--percent <N>', 'bonus in percent of the deposit', parseCount('--percent', 100))
    .option('--amount <AMOUNT>', 'bonus in base currency', parseBaseAmount('--amount'))
    .option('--min-deposit <AMOUNT>', 'smallest deposit, in base currency', parseBaseAmount('--min-deposit'))
    .option('--from <DAY>', 'first day, or a time; by default now', parseDay('--from'))
    .option('--until <DAY>', 'day or time at which it ends; by default never', parseDay('--until'))
    .option('--uses <N>', 'number of uses in total; by default not limited', parseCount('--uses', 1_000_000))
    .option('--each <N>', 'number of uses per trader', parseCount('--each', 1000), 1)
    .option(
      '--for <WHOM>',
      'everyone, new-accounts (entered when an account is opened), or offers (only by accepting an offer)',
      parseAudience,
      'everyone',
    )
    .changesData()
    .handle(createCode)
  promo
    .command('end <CODE>')
    .summary('end a promo code')
    .description(
      'End a promo code at once. Bonuses that it has given stay. It no longer applies to deposits that are opened from now on.',
    )
    .changesData()
    .handle(endCode)
}

const audiences: Record<PromoAudience, string> = {
  everyone: 'everyone',
  new_account: 'new-accounts',
  offer: 'offers',
}

async function createCode(context: CommandContext<CreateOptions>, name: string): Promise<void> {
  const { app, options, by, confirmEmergency, print } = context
  const code = toCode(name)
  const { percent = null, amount = null, minDeposit = null, from = null, until = null, uses = null } = options
  if ((percent === null) === (amount === null)) throw usageError('Write --percent or --amount, not both.')
  if (percent !== null && minDeposit === null) throw usageError('A percentage needs --min-deposit.')
  if (minDeposit === null && options.each > 1)
    throw usageError('A code without --min-deposit is used once per person: leave out --each.')
  if (minDeposit !== null && minDeposit < 100) throw usageError('--min-deposit must be 1.00 or more.')
  if (until !== null && until <= (from ?? app.clock.now())) throw usageError('--until must be later than --from.')
  const terms = {
    percent,
    amount,
    minDeposit,
    startsAt: from,
    endsAt: until,
    maxUses: uses,
    maxUsesPerTrader: options.each,
  }
  const audience = promoAudiences.find((each) => audiences[each] === options.for) ?? 'everyone'
  if (audience === 'offer' && percent === null) throw usageError('The code of an offer has a percentage.')
  const created = { code, audience, ...terms }
  await confirmEmergency(
    `The promo code ${code} gives ${formatBonus(created)}. Its terms cannot be changed later.`,
    'one',
  )
  if (!(await createPromoCode(app, created, by)))
    throw new CliError(`The code ${code} exists already: "promo list" shows it.`)
  print(created, `${code} is created.\n`)
}

async function endCode({ app, by, confirm, print }: CommandContext, name: string): Promise<void> {
  const code = toCode(name)
  const promo = await findPromoCode(app.db, code)
  if (promo === null) throw new CliError(`There is no promo code ${code}.`)
  await confirm(`The promo code ${code}, used ${promo.uses} times, ends now.`)
  if (!(await endPromoCode(app, code, by))) throw new CliError(`The code ${code} has ended already.`)
  const settings = await app.settings.getSettings()
  const stopped = settings[offerCodeSetting] === code ? [offerCodeSetting] : []
  const effects = stopped.map((name) => `The offer of ${name} is not made until the setting names another code.\n`)
  print({ code, message: 'Ended.', stopped }, `${code} has ended.\n${effects.join('')}`)
}

function toCode(name: string): string {
  const code = name.trim().toUpperCase()
  if (!/^[A-Z0-9-]{3,40}$/.test(code)) throw usageError('A code is 3 to 40 letters, digits and dashes.')
  return code
}

function parseAudience(text: string): string {
  if (!Object.values(audiences).includes(text)) throw usageError('--for must be everyone, new-accounts or offers.')
  return text
}

function parseBaseAmount(option: string): (text: string) => number {
  return (text) => {
    if (!/^\d{1,6}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
      throw usageError(`${option} must be an amount such as 250 or 20.50.`)
    return toMinor(Number(text), baseCurrency)
  }
}

function formatBonus({ percent, amount }: Pick<PromoRow, 'percent' | 'amount'>): string {
  return percent === null ? formatMoney(amount ?? 0, baseCurrency) : `${percent} %`
}
