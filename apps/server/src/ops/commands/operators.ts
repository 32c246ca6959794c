import { type OperatorRole, operatorRoles } from '@tradefront/contract/operator-actions'

import { raiseAlert } from '../../modules/alerts/service.ts'
import { listOperators } from '../../modules/operators/operator-account-store.ts'
import { addOperator, disableOperator, hasOperators, inviteOperator } from '../../modules/operators/service.ts'
import type { Operator } from '../../platform/audit.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext, OperatorContext } from '../cli/command-context.ts'
import { formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addOperatorCommands(program: OperatorCommand): void {
  const operators = addListCommand(program, {
    name: 'operators',
    summary: 'who can move money',
    description:
      'List the operators, who can decide about deposits, withdrawals, refunds and reported payments, change secured settings, and approve what others request.',
    listRows: (app) => listOperators(app.db),
    hasLimit: false,
    columns: {
      name: (row) => row.name,
      since: (row) => formatTime(row.createdAt),
      disabled: (row) => formatTime(row.disabledAt),
    },
    emptyMessage: 'No operator is defined. Add the first: operators add NAME --why "…"',
  })
  operators
    .command('add <NAME>')
    .summary('define an operator and show the secret once')
    .description(
      'Define an operator. The secret is shown once: pass it on safely. It is given in OPS_SECRET, or typed when asked. The first operator needs only access to this machine, each further one is added by an operator. What a new operator requests or approves above the setting approval_limit in the first day is refused.',
    )
    .changesData()
    .handle(handleAddOperator)
  operators
    .command('invite <NAME>')
    .summary('let somebody into the desk, or in again without a passkey')
    .description(
      `Print a link, good for three days, with which an operator sets password, one-time codes and passkey at the desk. Who is an operator already loses the passkeys and sessions. ROLES are some of ${operatorRoles.join(', ')}, separated by commas. A new operator can sign nothing for a day. For installation and emergencies: it needs the role that owns the tables.`,
    )
    .requiredOption('--roles <ROLES>', 'what the operator can do', parseRoles)
    .changesData()
    .handle(handleInviteOperator)
  operators
    .command('disable <NAME>')
    .summary('stop an operator; what was done stays in the audit log')
    .changesData()
    .handleAsOperator(handleDisableOperator)
}

async function handleAddOperator(context: CommandContext, name: string): Promise<void> {
  const { app, print, confirm } = context
  requireName(name)
  const { by } = (await hasOperators(app)) ? await context.authenticate() : context
  await confirm(`${name} becomes an operator.`)
  const secret = await addOperator(app, name, by)
  if (secret === null) throw new CliError(`There is an operator ${name} already, or was one.`)
  await raiseRightsAlert(context, name, by)
  print({ name, secret }, `${name} is an operator. The secret is not shown again:\n\n  ${secret}\n`)
}

function parseRoles(text: string): OperatorRole[] {
  return text.split(',').map((name) => {
    const role = operatorRoles.find((each) => each === name.trim())
    if (role === undefined) throw usageError(`--roles must be of ${operatorRoles.join(', ')}.`)
    return role
  })
}

async function handleInviteOperator(
  context: CommandContext<{ readonly roles: readonly OperatorRole[] }>,
  name: string,
): Promise<void> {
  const { app, by, options, print, confirm } = context
  requireName(name)
  await confirm(`${name} can log in to the desk and is: ${options.roles.join(', ')}.`)
  const secret = await inviteOperator(app, name, options.roles, by)
  await raiseRightsAlert(context, name, by)
  const link = `${app.config.deskUrl}/#/invitation/${secret}`
  print(
    { name, link },
    `Send this link to ${name} in a way that nobody else can read. It is not shown again:\n\n  ${link}\n`,
  )
}

function requireName(name: string): void {
  if (!/^[a-z][a-z0-9._-]{1,39}$/.test(name))
    throw usageError('NAME must have 2 to 40 small letters, digits, dots or dashes, and begin with a letter.')
}

async function handleDisableOperator(context: OperatorContext, name: string): Promise<void> {
  const { app, by, print, confirm } = context
  await confirm(`${name} is disabled.`)
  if (!(await disableOperator(app, name, by)))
    throw new CliError(`There is no active operator ${name}, or no other one who could continue.`)
  await raiseRightsAlert(context, name, by)
  print({ name, message: 'Disabled.' }, 'Disabled.\n')
}

function raiseRightsAlert({ app }: CommandContext, name: string, { actor }: Operator): Promise<void> {
  return raiseAlert(
    app.db,
    { kind: 'operator.rights_changed', subject: `operator:${name}`, detail: { by: actor } },
    app.clock.now(),
  )
}
