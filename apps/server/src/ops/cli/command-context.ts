import type { OptionValues } from 'commander'

import type { Operator } from '../../platform/audit.ts'
import type { OperatorServices } from '../operator-services.ts'
import { CliError } from './cli-error.ts'
import type { Terminal } from './terminal.ts'

export type CommandContext<Options extends OptionValues = OptionValues> = {
  readonly services: OperatorServices
  readonly options: Options
  /** Who makes a change, and why. */
  readonly by: Operator
  readonly print: (data: unknown, text: string) => void
  /** @throws CliError when the operator refuses or cannot be asked without `--yes` */
  readonly confirm: (question: string) => Promise<void>
  readonly setExitCode: (exitCode: number) => void
}

export function createCommandContext<Options extends OptionValues>(
  options: Options,
  by: Operator,
  services: OperatorServices,
  terminal: Terminal,
  setExitCode: (exitCode: number) => void,
): CommandContext<Options> {
  const { json, yes }: OptionValues = options
  return {
    services,
    options,
    by,
    setExitCode,
    print: (data, text) => {
      terminal.out(json === true ? `${JSON.stringify(data, null, 2)}\n` : text)
    },
    confirm: async (question) => {
      if (yes === true) return
      if (terminal.prompt === null)
        throw new CliError(`${question}\nThis terminal is not interactive: say --yes to go on.`)
      const answer = await terminal.prompt(`${question}\nGo on? (y/N) `)
      if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.')
    },
  }
}
