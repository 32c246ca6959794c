import { raiseAlert } from '../../modules/alerts/service.ts'
import { listOperators } from '../../modules/operators/operator-account-store.ts'
import { addOperator, disableOperator, hasOperators } from '../../modules/operators/service.ts'
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
    .command('disable <NAME>')
    .summary('stop an operator; what was done stays in the audit log')
    .changesData()
    .handleAsOperator(handleDisableOperator)
}

async function handleAddOperator(context: CommandContext, name: string): Promise<void> {
  const { app, print, confirm } = context
  if (!/^[a-z][a-z0-9._-]{1,39}$/.test(name))
    throw usageError('NAME must have 2 to 40 small letters, digits, dots or dashes, and begin with a letter.')
  const { by } = (await hasOperators(app)) ? await context.authenticate() : context
  await confirm(`${name} becomes an operator.`)
  const secret = await addOperator(app, name, by)
  if (secret === null) throw new CliError(`There is an operator ${name} already, or was one.`)
  await raiseRightsAlert(context, name, by)
  print({ name, secret }, `${name} is an operator. The secret is not shown again:\n\n  ${secret}\n`)
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
