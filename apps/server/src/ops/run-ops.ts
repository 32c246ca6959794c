import { say } from '@tradefront/texts/say'

import { AppError, describeError } from '../platform/http/errors.ts'
import { StartupError } from '../platform/config/startup-error.ts'
import { help, readArguments } from './cli/parse-arguments.ts'
import type { Call } from './cli/command.ts'
import { auditCommand } from './commands/audit.ts'
import { documentCommands } from './commands/documents.ts'
import { listCommands } from './commands/deposits.ts'
import { moneyCommands } from './commands/money.ts'
import { pageCommands } from './commands/pages.ts'
import { peopleCommands } from './commands/inbox.ts'
import { processorCommands } from './commands/processors.ts'
import { reconcileCommand } from './commands/reconcile.ts'
import { settingCommands } from './commands/settings.ts'
import { exitCodes, Refusal } from './cli/cli-error.ts'
import { openSession, type Session } from './operator-services.ts'
import type { Terminal } from './cli/terminal.ts'

const commands = [
  ...listCommands,
  ...moneyCommands,
  ...processorCommands,
  ...settingCommands,
  ...pageCommands,
  ...peopleCommands,
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
    const asked = readArguments(argv, commands, terminal.osUser)
    if (asked.kind === 'help') {
      terminal.out(help(asked.command, commands))
      return exitCodes.done
    }
    const session = await openSession(env, (sentence) => terminal.err(`${sentence}\n`))
    onOpen(session.close)
    try {
      return await asked.command.run(callOf(asked, session, terminal))
    } finally {
      await session.close()
    }
  } catch (error) {
    if (error instanceof Refusal || error instanceof StartupError) {
      terminal.err(`${error.message}\n`)
      return error instanceof Refusal ? error.exitCode : exitCodes.refused
    }
    if (error instanceof AppError) {
      terminal.err(`${say('en', error.code, error.params)}\n`)
      return exitCodes.refused
    }
    terminal.err(`The command failed; what it had not finished was not done. ${JSON.stringify(describeError(error))}\n`)
    return exitCodes.refused
  }
}

function callOf(
  { args, values, by }: Extract<ReturnType<typeof readArguments>, { kind: 'run' }>,
  session: Session,
  terminal: Terminal,
): Call {
  return {
    session,
    args,
    by,
    option: (name) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    flag: (name) => values[name] === true,
    print: (data, words) => terminal.out(values['json'] === true ? `${JSON.stringify(data, null, 2)}\n` : words),
    confirm: async (question) => {
      if (values['yes'] === true) return
      if (terminal.ask === null) throw new Refusal(`${question}\nNobody can be asked here: say --yes to go on.`)
      const answer = await terminal.ask(`${question}\nGo on? (y/N) `)
      if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('Nothing was changed.')
    },
  }
}
