import type { OptionValues } from 'commander'

import type { AppContext } from '../../context.ts'
import { raiseAlert } from '../../modules/alerts/service.ts'
import type { Operator } from '../../platform/audit.ts'
import { CliError } from './cli-error.ts'
import { formatJson } from './format.ts'
import type { Terminal } from './terminal.ts'

export type CommandContext<Options extends OptionValues = OptionValues> = {
  readonly app: AppContext
  readonly options: Options
  /** Who makes a change, and the reason. */
  readonly by: Operator
  readonly print: (data: unknown, text: string) => void
  /** Asks the operator. @throws CliError when the answer is no, or cannot be asked for without `--yes` */
  readonly confirm: (question: string) => Promise<void>
  /**
   * Asks before a command that moves money, gets into the account of a trader, accepts a rate, or changes settings, operators or promo
   * codes. The alert comes before the change, so that each use is noticed.
   * @param people how many operators sign it at the desk, by large amounts
   * @throws CliError like `confirm`
   */
  readonly confirmEmergency: (question: string, people: 'one' | 'two') => Promise<void>
  readonly setExitCode: (exitCode: number) => void
}

type ContextDeps = {
  readonly by: Operator
  /** The command and what it is about, e.g. `refund 17-234`. */
  readonly command: string
  readonly app: AppContext
  readonly terminal: Terminal
  readonly setExitCode: (exitCode: number) => void
}

const withoutSecond = 'This is an emergency without a second operator: it is in the audit trail.'

export function createCommandContext<Options extends OptionValues>(
  options: Options,
  { by, command, app, terminal, setExitCode }: ContextDeps,
): CommandContext<Options> {
  const { json, yes }: OptionValues = options
  const confirm = async (question: string) => {
    if (yes) return
    if (terminal.prompt === null)
      throw new CliError(`${question}\nThis terminal is not interactive: add --yes to go on.`)
    const answer = await terminal.prompt(`${question}\nGo on? (y/N) `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.')
  }
  return {
    app,
    options,
    by,
    setExitCode,
    print: (data, text) => {
      terminal.out(json ? formatJson(data) : text)
    },
    confirm,
    confirmEmergency: async (question, people) => {
      await confirm(people === 'two' ? `${question}\n${withoutSecond}` : question)
      const now = app.clock.now()
      // The subject has the time, so that each command raises its own alert, also while an earlier one is open.
      const subject = `${now.toISOString()} ${command}`
      const detail = { account: by.osUser ?? null, why: by.reason ?? null }
      await raiseAlert(app.db, { kind: 'operator.emergency', subject, detail }, now)
    },
  }
}
