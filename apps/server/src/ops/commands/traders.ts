import { defaultCascade } from '@tradefront/rules/cards/usual-cascades'
import { standardLimits } from '@tradefront/rules/deposits/amount-limits'

import { listClientLogs } from '../../modules/cards/card-store.ts'
import { findUserById } from '../../modules/users/service.ts'
import { setAffiliate, setCardRisk, setOwnTerm } from '../../modules/users/user-operator.ts'
import { toAffiliateId } from '../../platform/http/affiliate-cookie.ts'
import {
  confirmStatementCode,
  findStatementCodeState,
  resetStatementCodeAttempts,
} from '../../modules/validation/statement-code-operator.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTable, formatTime } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount } from '../cli/parse-input.ts'
import { findTrader } from '../find-trader.ts'
import { parseCascadeList } from './processors.ts'

const trader = 'TRADER is an account number or an e-mail.'

/** Commands that show or set something for one trader. */
export function addTraderCommands(program: OperatorCommand): void {
  program
    .command('card-risk <TRADER> [YES]')
    .summary('show or set whether a trader’s cards are a risk')
    .description(
      `Show whether a trader’s cards are a risk, or set it to yes or no. The check before a payment sets it when it refuses a card. Until the trader is verified, the funding page then shows bitcoin first and warns about cards. ${trader}`,
    )
    .changesData((args) => args.length > 1)
    .handle(handleSetCardRisk)
  program
    .command('affiliate <TRADER> [ID]')
    .summary('show or set the affiliate of a trader')
    .description(
      `Show the affiliate that a trader came from, or set it; "none" removes it. The setting affiliates_min_300 lists the affiliates with a minimum deposit of 300. ${trader}`,
    )
    .changesData((args) => args.length > 1)
    .handle(handleSetAffiliate)
  program
    .command('trader-cascade <TRADER> [LIST]')
    .summary('show or set the order in which processors are tried for one trader')
    .description(
      `Show or set a trader’s own cascade: a comma list such as ${defaultCascade.slice(0, 3).join(',')}, or "none" for that of the site. It applies to deposits opened from then on. The PFS countries take precedence. ${trader}`,
    )
    .changesData((args) => args.length > 1)
    .handle(setOwnCascade)
  program
    .command('min-deposit <TRADER> [METHODS] [AMOUNT]')
    .summary('show or set the minimum deposit of one trader')
    .description(
      `Show the minimum deposits of a trader, or set that of METHODS ("card", or "other" for all others) in USD; "none" removes it, so that that of the affiliate or the site counts. ${trader}`,
    )
    .changesData((args) => args.length > 1)
    .handle(setMinDeposit)
  program
    .command('statement-code <TRADER> [ACTION]')
    .summary('show how a trader’s code of the card statement stands; give the attempts back, or confirm the card')
    .description(
      `Show whether a trader must enter the code of the card statement, and how many attempts are left. "reset" gives back all five attempts, "confirm" confirms the card without the code, e.g. because the trader has shown you the statement. The setting transaction_validation decides whose statements have a code. ${trader}`,
    )
    .changesData((args) => args.length > 1)
    .handle(manageStatementCode)
  program
    .command('traces <TRADER>')
    .summary('what a trader’s browser reported about card payments, newest first')
    .description(
      `List what a trader’s browser reported about card payments, newest first: which processor it called of which cascade (rpc), and what happened to a processor’s script in the page (zoom_script). For the next page use --before with the last number. ${trader}`,
    )
    .option('--limit <N>', 'number of rows at most', parseCount('--limit', 1000), 50)
    .option('--before <NUMBER>', 'only rows with a smaller number', parseCount('--before', 999_999_999))
    .handle(listTraces)
}

async function handleSetCardRisk(context: CommandContext, name: string, text?: string): Promise<void> {
  const { app, print, by, confirm } = context
  const { id, email } = await findTrader(context, name)
  if (text !== undefined) {
    if (!/^(yes|no)$/i.test(text)) throw usageError('Write yes or no after the trader.')
    const isRisk = text.toLowerCase() === 'yes'
    await confirm(`The cards of trader ${id} (${email}) become ${isRisk ? 'a risk' : 'no risk'}.`)
    await setCardRisk(app, id, isRisk, by)
  }
  const cardRisk = (await findUserById(app.db, id))?.cardRisk ?? false
  print({ id, cardRisk }, `The cards of trader ${id} are ${cardRisk ? 'a risk' : 'no risk'}.\n`)
}

async function handleSetAffiliate(context: CommandContext, name: string, text?: string): Promise<void> {
  const { app, print, by, confirm } = context
  const { id, email } = await findTrader(context, name)
  if (text !== undefined) {
    const next = text.toLowerCase() === 'none' ? null : toAffiliateId(text)
    if (next === null && text.toLowerCase() !== 'none')
      throw usageError('An affiliate is up to 60 letters, digits, dots, dashes or underscores, or "none".')
    await confirm(`The affiliate of trader ${id} (${email}) becomes ${next ?? 'none'}.`)
    await setAffiliate(app, id, next, by)
  }
  const affiliateId = (await findUserById(app.db, id))?.affiliateId ?? null
  print({ id, affiliateId }, `The affiliate of trader ${id} is ${affiliateId ?? 'none'}.\n`)
}

async function setOwnCascade(context: CommandContext, name: string, list?: string): Promise<void> {
  const { app, print, by, confirmEmergency } = context
  const { id, email } = await findTrader(context, name)
  if (list !== undefined) {
    const next = list.toLowerCase() === 'none' ? null : parseCascadeList(list).join(',')
    await confirmEmergency(`The cascade of trader ${id} (${email}) becomes ${next ?? 'that of the site'}.`, 'two')
    await setOwnTerm(app, id, 'cascade', next, by)
  }
  const cascade = (await findUserById(app.db, id))?.cascade ?? null
  print({ id, cascade }, `The cascade of trader ${id} is ${cascade ?? 'that of the site'}.\n`)
}

async function setMinDeposit(context: CommandContext, name: string, methods?: string, text?: string): Promise<void> {
  const { app, print, by, confirmEmergency } = context
  const { id, email } = await findTrader(context, name)
  if (methods !== undefined) {
    const term = methods === 'card' ? 'minDepositCard' : methods === 'other' ? 'minDepositOther' : null
    if (term === null) throw usageError('Write card or other after the trader.')
    if (text === undefined) throw usageError(`Write an amount in USD, or none, after ${methods}.`)
    const next = text.toLowerCase() === 'none' ? null : parseCount('AMOUNT', standardLimits.maximum)(text)
    await confirmEmergency(
      `The minimum deposit by ${methods} of trader ${id} (${email}) becomes ${next ?? 'the default'}.`,
      'two',
    )
    await setOwnTerm(app, id, term, next, by)
  }
  const user = await findUserById(app.db, id)
  const { minDepositCard = null, minDepositOther = null } = user ?? {}
  print(
    { id, minDepositCard, minDepositOther },
    `Minimum deposits of trader ${id}: ${minDepositCard ?? 'the default'} by card, ${minDepositOther ?? 'the default'} by other methods.\n`,
  )
}

async function manageStatementCode(context: CommandContext, name: string, action?: string): Promise<void> {
  const { app, print, by, confirm } = context
  const { id, email } = await findTrader(context, name)
  if (action !== undefined) {
    if (action !== 'reset' && action !== 'confirm') throw usageError('Write reset or confirm after the trader.')
    const change = action === 'reset' ? 'has five attempts again' : 'is confirmed without the code'
    await confirm(`The card of trader ${id} (${email}) ${change}.`)
    const isChanged = await (action === 'reset'
      ? resetStatementCodeAttempts(app, id, by)
      : confirmStatementCode(app, id, by))
    if (!isChanged) throw new CliError(`Nothing to change: the code of trader ${id} is not in that state.`)
  }
  const state = await findStatementCodeState(app, id)
  print({ id, ...state }, `${describeStatementCode(id, state)}\n`)
}

function describeStatementCode(id: number, state: Awaited<ReturnType<typeof findStatementCodeState>>): string {
  if (state === null) return `No code is printed on the card statements of trader ${id}.`
  if (state.isConfirmed) return `The card of trader ${id} is confirmed.`
  const left = `${state.attemptsLeft} of 5 attempts left`
  return state.depositId === null
    ? `A code is printed for trader ${id}, but no such deposit is credited yet: ${left}.`
    : `Trader ${id} must enter the code of deposit ${state.depositId}: ${left}.`
}

type TraceOptions = { limit: number; before?: number }

async function listTraces(context: CommandContext<TraceOptions>, name: string): Promise<void> {
  const { app, options, print } = context
  const { id } = await findTrader(context, name)
  const rows = await listClientLogs(app.db, id, options.before ?? null, options.limit)
  const cells = rows.map((row) => [row.id, formatTime(row.at), row.kind, formatDetail(row.detail)])
  print(rows, formatTable(['number', 'at', 'call', 'what'], cells, 'This trader’s browser has reported nothing.'))
}

function formatDetail(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return ''
  return Object.entries(detail)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')
}
