import { translate } from '@tradefront/texts/translate'
import { CommanderError } from 'commander'

import { AppError, describeError } from '../platform/http/errors.ts'
import { StartupError } from '../platform/config/startup-error.ts'
import { CliError, exitCodes } from './cli/cli-error.ts'
import { createCommandContext } from './cli/command-context.ts'
import { explainDatabaseRefusal } from './cli/explain-refusal.ts'
import type { CommandRuntime } from './cli/operator-command.ts'
import type { Terminal } from './cli/terminal.ts'
import { createProgram } from './create-program.ts'
import { openOperatorContext } from './operator-context.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Runs a command.
 * @param onOpen receives a function that closes the context
 * @returns the exit code
 */
export async function runOps(
  argv: readonly string[],
  env: Environment,
  terminal: Terminal,
  onOpen: (close: () => Promise<void>) => void = () => undefined,
): Promise<number> {
  let exitCode: number = exitCodes.done
  const setExitCode = (code: number) => {
    exitCode = code
  }
  const runWithContext: CommandRuntime['runWithContext'] = async (options, { name: command, by }, handle) => {
    const { context: app, close } = await openOperatorContext(env, (sentence) => terminal.err(`${sentence}\n`))
    onOpen(close)
    try {
      await handle(createCommandContext(options, { by, command, app, terminal, setExitCode }))
    } finally {
      await close()
    }
  }
  const program = createProgram({ osUser: terminal.osUser, runWithContext }, terminal, env)
  try {
    await program.parseAsync(argv.length === 0 ? ['help'] : argv, { from: 'user' })
    return exitCode
  } catch (error) {
    return reportError(error, terminal)
  }
}

function reportError(error: unknown, terminal: Terminal): number {
  // Help has been printed.
  if (error instanceof CommanderError) return error.exitCode
  if (error instanceof CliError || error instanceof StartupError) {
    terminal.err(`${error.message}\n`)
    return error instanceof CliError ? error.exitCode : exitCodes.refused
  }
  if (error instanceof AppError) {
    terminal.err(`${translate('en', error.code, error.params)}\n`)
    return exitCodes.refused
  }
  const refusal = explainDatabaseRefusal(error)
  if (refusal !== null) {
    terminal.err(`${refusal}\n`)
    return exitCodes.refused
  }
  terminal.err(`The command failed. What it had not finished was not done. ${JSON.stringify(describeError(error))}\n`)
  return exitCodes.refused
}
