import { operatorName, type OperatorRole, operatorRoles } from '@tradefront/contract/operator-actions'

import { listOperators } from '../../modules/operators/operator-account-store.ts'
import { disableOperator, inviteOperator } from '../../modules/operators/service.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

export function addOperatorCommands(program: OperatorCommand): void {
  const operators = addListCommand(program, {
    name: 'operators',
    summary: 'who can log in to the desk',
    description: 'List the operators of the desk.',
    listRows: (app) => listOperators(app.db),
    hasLimit: false,
    columns: {
      name: (row) => row.name,
      roles: (row) => row.roles.join(', '),
      since: (row) => formatTime(row.createdAt),
      disabled: (row) => formatTime(row.disabledAt),
    },
    emptyMessage:
      'There is no operator yet. Let the first two admins in: operators invite NAME --roles admin --why "…"',
  })
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
    .summary('stop an operator; what was done stays in the audit trail')
    .changesData()
    .handle(handleDisableOperator)
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
  const { app, by, options, print, confirmEmergency } = context
  if (!operatorName.safeParse(name).success)
    throw usageError(
      'NAME must have 2 to 40 small letters, digits, dots or dashes, begin with a letter, and not be "emergency".',
    )
  await confirmEmergency(`${name} can log in to the desk and is: ${options.roles.join(', ')}.`, 'two')
  const secret = await inviteOperator(app, name, options.roles, by)
  const link = `${app.config.deskUrl}/#/invitation/${secret}`
  print(
    { name, link },
    `Send this link to ${name} in a way that nobody else can read. It is not shown again:\n\n  ${link}\n`,
  )
}

async function handleDisableOperator(
  { app, by, print, confirmEmergency }: CommandContext,
  name: string,
): Promise<void> {
  await confirmEmergency(`${name} is disabled.`, 'two')
  if (!(await disableOperator(app, name, by)))
    throw new CliError(`There is no active operator ${name}, or no other one who could continue.`)
  print({ name, message: 'Disabled.' }, 'Disabled.\n')
}
