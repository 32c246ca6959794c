import { findAccount } from '../modules/auth/account-operator.ts'
import { CliError } from './cli/cli-error.ts'
import type { CommandContext } from './cli/command-context.ts'

/** Finds a trader. @param name account number or e-mail @throws CliError */
export async function findTrader({ app }: Pick<CommandContext, 'app'>, name: string) {
  const found = await findAccount(app, name)
  if (found === null) throw new CliError(`There is no trader ${name}.`)
  return found
}
