import { CliError } from './cli/cli-error.ts'
import type { CommandContext } from './cli/command-context.ts'

/** @param name account number or e-mail @throws CliError */
export async function findTrader({ services }: Pick<CommandContext, 'services'>, name: string) {
  const found = await services.accounts.findTrader(name)
  if (found === null) throw new CliError(`There is no trader ${name}.`)
  return found
}
