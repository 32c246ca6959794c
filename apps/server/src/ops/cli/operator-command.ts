import { Command, type OptionValues } from 'commander'

import type { Operator } from '../../platform/audit.ts'
import { usageError } from './cli-error.ts'
import type { CommandContext, OperatorContext } from './command-context.ts'
import { parseOperator } from './parse-input.ts'

type CommandHandler<Context> = (context: Context, ...args: string[]) => Promise<void>

export type CommandRuntime = {
  readonly osUser: string
  readonly runWithContext: <Options extends OptionValues>(
    options: Options,
    by: Operator,
    handle: (context: CommandContext<Options>) => Promise<void>,
  ) => Promise<void>
}

/** A command of `npm run ops`. */
export class OperatorCommand extends Command {
  readonly #runtime: CommandRuntime
  #isMutating: (args: readonly string[]) => boolean = () => false

  constructor(runtime: CommandRuntime, name?: string) {
    super(name)
    this.#runtime = runtime
  }

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(this.#runtime, name)
  }

  /** The command then needs a reason for the audit log. */
  changesData(isMutating: (args: readonly string[]) => boolean = () => true): this {
    this.#isMutating = isMutating
    return this.option('--why <TEXT>', 'why you do it, for the audit log; required for a change')
      .option('--as <NAME>', 'your name; for money commands the name of an operator, by default OPS_OPERATOR')
      .option('-y, --yes', 'go on without asking')
  }

  handle<Options extends OptionValues>(handler: CommandHandler<CommandContext<Options>>): this {
    return this.option('--json', 'print JSON instead of tables; amounts in minor units').action(async () => {
      // A parent takes options such as --json from its subcommand.
      const options = this.optsWithGlobals<Options>()
      const by = parseOperator(options, this.#runtime.osUser, this.#isMutating(this.args), (message) =>
        this.error(message),
      )
      await this.#runtime.runWithContext(options, by, (context) => handler(context, ...this.args))
    })
  }

  /** Only an operator, who gives the secret, can run the command. @param checkUsage throws usage errors before the secret is asked for */
  handleAsOperator<Options extends OptionValues>(
    handler: CommandHandler<OperatorContext<Options>>,
    checkUsage: (options: Options, ...args: string[]) => unknown = () => undefined,
  ): this {
    return this.handle<Options>(async (context, ...args) => {
      checkUsage(context.options, ...args)
      await handler({ ...context, ...(await context.authenticate()) }, ...args)
    })
  }

  override error(message: string): never {
    throw usageError(`${toSentence(message)}\nHelp: ${getPath(this)} --help`)
  }
}

/** E.g. `npm run ops -- alerts resolve`. */
function getPath(command: Command): string {
  return command.parent === null ? command.name() : `${getPath(command.parent)} ${command.name()}`
}

/** Commander writes "error: unknown option '--all'". */
function toSentence(message: string): string {
  const text = message.replace(/^error: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.?)])$/, '$1.')
}
