import { translate } from '@tradefront/texts/translate'

import { AppError, describeError } from '../platform/http/errors.ts'
import { StartupError } from '../platform/config/startup-error.ts'
import { formatHelp, parseArguments } from './cli/parse-arguments.ts'
import type { CommandContext } from './cli/command.ts'
import { auditCommand } from './commands/audit.ts'
import { documentCommands } from './commands/documents.ts'
import { depositCommands } from './commands/deposits.ts'
import { moneyCommands } from './commands/money.ts'
import { pageCommands } from './commands/pages.ts'
import { inboxCommands } from './commands/inbox.ts'
import { processorCommands } from './commands/processors.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { settingCommands } from './commands/settings.ts'
import { exitCodes, CliError } from './cli/cli-error.ts'
import { openOperatorServices, type OperatorServices } from './operator-services.ts'
import type { Terminal } from './cli/terminal.ts'

const commands = [
  ...depositCommands,
  ...moneyCommands,
  ...processorCommands,
  ...settingCommands,
  ...pageCommands,
  ...inboxCommands,
  ...documentCommands,
  reconcileCommand,
  auditCommand,
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Carries one command line out.
 * @param onOpen told how to close what was opened, should the process be ended from outside
 * @returns the exit code
 */
export async function runOps(
  argv: readonly string[],
  env: Environment,
  terminal: Terminal,
  onOpen: (close: () => Promise<void>) => void = () => undefined,
): Promise<number> {
  try {
    const parsed = parseArguments(argv, commands, terminal.osUser)
    if (parsed.kind === 'help') {
      terminal.out(formatHelp(parsed.command, commands))
      return exitCodes.done
    }
    const services = await openOperatorServices(env, (sentence) => terminal.err(`${sentence}\n`))
    onOpen(services.close)
    try {
      return await parsed.command.run(createCommandContext(parsed, services, terminal))
    } finally {
      await services.close()
    }
  } catch (error) {
    if (error instanceof CliError || error instanceof StartupError) {
      terminal.err(`${error.message}\n`)
      return error instanceof CliError ? error.exitCode : exitCodes.refused
    }
    if (error instanceof AppError) {
      terminal.err(`${translate('en', error.code, error.params)}\n`)
      return exitCodes.refused
    }
    terminal.err(`The command failed; what it had not finished was not done. ${JSON.stringify(describeError(error))}\n`)
    return exitCodes.refused
  }
}

function createCommandContext(
  { args, values, by }: Extract<ReturnType<typeof parseArguments>, { kind: 'run' }>,
  services: OperatorServices,
  terminal: Terminal,
): CommandContext {
  return {
    services,
    args,
    by,
    getOption: (name) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    hasFlag: (name) => values[name] === true,
    print: (data, words) => terminal.out(values['json'] === true ? `${JSON.stringify(data, null, 2)}\n` : words),
    confirm: async (question) => {
      if (values['yes'] === true) return
      if (terminal.prompt === null) throw new CliError(`${question}\nNobody can be asked here: say --yes to go on.`)
      const answer = await terminal.prompt(`${question}\nGo on? (y/N) `)
      if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.')
    },
  }
}
