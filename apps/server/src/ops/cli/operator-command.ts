import { Command, type OptionValues } from 'commander'

import type { Operator } from '../../platform/audit.ts'
import { usageError } from './cli-error.ts'
import type { CommandContext } from './command-context.ts'
import { parseOperator } from './parse-input.ts'

type CommandHandler<Options extends OptionValues> = (
  context: CommandContext<Options>,
  ...args: string[]
) => Promise<void>

/** `name` is the command and what it is about, e.g. `refund 17-234`. */
export type CommandUse = { readonly name: string; readonly by: Operator }

export type CommandRuntime = {
  readonly osUser: string
  readonly runWithContext: <Options extends OptionValues>(
    options: Options,
    use: CommandUse,
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

  /** Marks a command that changes data: it needs a reason for the audit trail. */
  changesData(isMutating: (args: readonly string[]) => boolean = () => true): this {
    this.#isMutating = isMutating
    return this.option('--why <TEXT>', 'why you do it, for the audit trail; required for a change').option(
      '-y, --yes',
      'go on without asking',
    )
  }

  handle<Options extends OptionValues>(handler: CommandHandler<Options>): this {
    return this.option('--json', 'print JSON instead of tables; amounts in minor units').action(async () => {
      // A parent takes options such as --json from its subcommand.
      const options = this.optsWithGlobals<Options>()
      const by = parseOperator(options, this.#runtime.osUser, this.#isMutating(this.args), (message) =>
        this.error(message),
      )
      // Only the first argument is used: a value of a setting can be long, or hold a key.
      const name = [getPath(this).replace('npm run ops -- ', ''), ...this.args.slice(0, 1)].join(' ')
      await this.#runtime.runWithContext(options, { name, by }, (context) => handler(context, ...this.args))
    })
  }

  override error(message: string): never {
    throw usageError(`${toSentence(message)}\nHelp: ${getPath(this)} --help`)
  }
}

/** Returns the path of a command, e.g. `npm run ops -- alerts resolve`. */
function getPath(command: Command): string {
  return command.parent === null ? command.name() : `${getPath(command.parent)} ${command.name()}`
}

/** Makes a sentence of what Commander writes, e.g. "error: unknown option '--all'". */
function toSentence(message: string): string {
  const text = message.replace(/^error: /, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.?)])$/, '$1.')
}
