import type { OptionValues } from 'commander'

import type { AppContext } from '../../context.ts'
import { type AuthenticatedOperator, authenticateOperator, hasOperators } from '../../modules/operators/service.ts'
import type { Operator } from '../../platform/audit.ts'
import { CliError } from './cli-error.ts'
import { formatJson } from './format.ts'
import type { Terminal } from './terminal.ts'

/** Minor units. */
type ApprovedAmount = { readonly amount: number; readonly currency: string }

/** `operator` has given the secret, and `by` names that operator. In an approved command, `operator` approves and `by` names who requested it. */
type Authentication = { readonly operator: AuthenticatedOperator; readonly by: Operator }

export type CommandContext<Options extends OptionValues = OptionValues> = {
  readonly app: AppContext
  readonly options: Options
  /** Operator who makes a change, and the reason. */
  readonly by: Operator
  /** Checks the operator's secret, for commands that need an operator only for some arguments. @throws CliError */
  readonly authenticate: () => Promise<Authentication>
  /** Not null while a second operator's approval runs the command. */
  readonly approved: ApprovedAmount | null
  readonly print: (data: unknown, text: string) => void
  /** @throws CliError when the operator refuses or cannot be asked without `--yes` */
  readonly confirm: (question: string) => Promise<void>
  readonly setExitCode: (exitCode: number) => void
}

/** Context of a command that needs an operator. */
export type OperatorContext<Options extends OptionValues = OptionValues> = CommandContext<Options> & Authentication

type ContextDeps = {
  readonly by: Operator
  readonly env: Readonly<Record<string, string | undefined>>
  readonly app: AppContext
  readonly terminal: Terminal
  readonly setExitCode: (exitCode: number) => void
}

export function createCommandContext<Options extends OptionValues>(
  options: Options,
  { by, env, app, terminal, setExitCode }: ContextDeps,
): CommandContext<Options> {
  const { json, yes, as }: OptionValues = options
  return {
    app,
    options,
    by,
    approved: null,
    setExitCode,
    authenticate: async () => {
      const name = typeof as === 'string' ? as.trim() : env['OPS_OPERATOR']
      const operator = await identifyOperator(app, name, env['OPS_SECRET'], terminal)
      return { operator, by: { ...by, actor: operator.name } }
    },
    print: (data, text) => {
      terminal.out(json ? formatJson(data) : text)
    },
    confirm: async (question) => {
      if (yes) return
      if (terminal.prompt === null)
        throw new CliError(`${question}\nThis terminal is not interactive: add --yes to go on.`)
      const answer = await terminal.prompt(`${question}\nGo on? (y/N) `)
      if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.')
    },
  }
}

async function identifyOperator(
  app: AppContext,
  name: string | undefined,
  envSecret: string | undefined,
  terminal: Terminal,
): Promise<AuthenticatedOperator> {
  if (!(await hasOperators(app)))
    throw new CliError(
      'Only operators can do this, and none is defined. Add the first: npm run ops -- operators add NAME --why "…"',
    )
  if (name === undefined || name === '')
    throw new CliError('Only operators can do this: say who you are with --as NAME or OPS_OPERATOR.')
  const secret = envSecret ?? (await terminal.promptSecret?.(`Secret of ${name}: `))
  if (secret === undefined)
    throw new CliError(`Give the secret of ${name} in OPS_SECRET: this terminal is not interactive.`)
  const operator = await authenticateOperator(app, name, secret.trim())
  if (operator === null) throw new CliError(`There is no active operator ${name} with this secret.`)
  return operator
}
