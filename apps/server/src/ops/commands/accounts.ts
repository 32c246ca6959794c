import { createLoginLink, endSessions, lockAccount, unlockAccount } from '../../modules/auth/account-operator.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { listSecurityEvents, type SecurityEventKind } from '../../modules/auth/security-log.ts'
import { CliError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTable, formatTime } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount } from '../cli/parse-input.ts'
import { findTrader } from '../find-trader.ts'

const trader = 'TRADER is an account number or an e-mail.'

/** Commands about who got into which account. */
export function addAccountCommands(program: OperatorCommand): void {
  program
    .command('security [TRADER]')
    .summary('log-ins, failures and changes of access, newest first')
    .description(
      `List log-ins, failed log-ins, changes of password, e-mail and phone, ended sessions and operators' locks, newest first. ${trader} Kept for 400 days.`,
    )
    .option('--limit <N>', 'number of rows at most', parseCount('--limit', 10_000), 100)
    .handle(handleListSecurityEvents)
  program
    .command('end-sessions <TRADER>')
    .summary('log a trader out on all devices')
    .description(`Log a trader out on all devices, at once. ${trader}`)
    .changesData()
    .handle(handleEndSessions)
  program
    .command('lock <TRADER>')
    .summary('lock an account: its trader is logged out and cannot log in')
    .description(
      `Lock an account. The log-in page asks its trader to contact support. Payments under way are finished. ${trader}`,
    )
    .changesData()
    .handle(handleLockAccount)
  program
    .command('unlock <TRADER>')
    .summary('unlock an account')
    .description(`Unlock an account. ${trader}`)
    .changesData()
    .handle(handleUnlockAccount)
  program
    .command('login-link <TRADER>')
    .summary('make a link that logs a trader in once, within 10 minutes')
    .description(
      `Make a link that logs a trader in once, within 10 minutes. Send it only to its trader: whoever opens it is logged in. ${trader}`,
    )
    .changesData()
    .handle(handleCreateLoginLink)
}

async function handleCreateLoginLink(context: CommandContext, name: string): Promise<void> {
  const { id, email, language } = await findTrader(context, name)
  await context.confirmEmergency(`A link is made that logs in as trader ${id} (${email}).`, 'one')
  const token = await createLoginLink(context.app, id, context.by)
  const link = `${context.app.config.publicUrl}/${toOfferedLocale(language)}/autologin#${token}`
  context.print({ id, link }, `${link}\n`)
}

const descriptions: Readonly<Record<SecurityEventKind, string>> = {
  login: 'logged in',
  login_failed: 'wrong e-mail or password',
  login_locked: 'tried to log in to the locked account',
  password_failed: 'typed a wrong current password',
  link_refused: 'opened a link that is void or expired',
  registered: 'opened the account',
  real_opened: 'opened the real account',
  password_changed: 'changed the password',
  password_reset: 'set a new password by a mailed link',
  contact_saved: 'saved e-mail or phone',
  email_prove: 'proved the e-mail',
  email_change: 'changed the e-mail',
  email_undo: 'undid a change of the e-mail',
  session_ended: 'ended a session',
  sessions_ended: 'ended all sessions',
  login_link: 'made a link that logs in once',
  withdrawal_destination: 'set an account for withdrawals',
  account_locked: 'locked the account',
  account_unlocked: 'unlocked the account',
}

async function handleListSecurityEvents(context: CommandContext<{ limit: number }>, name?: string): Promise<void> {
  const { app, options, print } = context
  const userId = name === undefined ? null : (await findTrader(context, name)).id
  const rows = await listSecurityEvents(app.db, userId, options.limit)
  const cells = rows.map((row) => [
    formatTime(row.at),
    row.userId,
    row.address,
    row.operator ?? '',
    Object.entries(descriptions).find(([kind]) => kind === row.kind)?.[1] ?? row.kind,
  ])
  print(rows, formatTable(['at', 'trader', 'address', 'operator', 'what'], cells, 'Nothing has happened.'))
}

async function handleEndSessions(context: CommandContext, name: string): Promise<void> {
  const { id, email } = await findTrader(context, name)
  await context.confirm(`Trader ${id} (${email}) is logged out on all devices.`)
  await endSessions(context.app, id, context.by)
  context.print({ id, message: 'Logged out.' }, 'Logged out.\n')
}

async function handleLockAccount(context: CommandContext, name: string): Promise<void> {
  const { id, email } = await findTrader(context, name)
  await context.confirm(`The account of trader ${id} (${email}) is locked.`)
  if (!(await lockAccount(context.app, id, context.by)))
    throw new CliError(`The account of trader ${id} is locked already.`)
  context.print({ id, message: 'Locked.' }, 'Locked.\n')
}

async function handleUnlockAccount(context: CommandContext, name: string): Promise<void> {
  const { id, email } = await findTrader(context, name)
  await context.confirm(`The account of trader ${id} (${email}) is unlocked.`)
  if (!(await unlockAccount(context.app, id, context.by)))
    throw new CliError(`The account of trader ${id} is not locked.`)
  context.print({ id, message: 'Unlocked.' }, 'Unlocked.\n')
}
