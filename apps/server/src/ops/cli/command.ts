import type { ParseArgsOptionsConfig } from 'node:util'

import type { Operator } from '../../platform/audit.ts'
import type { OperatorServices } from '../operator-services.ts'

/** One word of `npm run ops`, as data. */
export type Command = {
  readonly name: string
  /** How its arguments are written, such as `REF`. */
  readonly usage: string
  readonly about: string
  /** More about it, for its own help. */
  readonly details: readonly string[]
  readonly options: Readonly<Record<string, OptionHelp>>
  /** How many arguments it takes. */
  readonly argumentCount: readonly [least: number, most: number]
  /** Whether these arguments change something, so that it must be said why. */
  readonly isMutating: (args: readonly string[]) => boolean
  readonly run: (call: CommandContext) => Promise<number>
}

export type OptionHelp = ParseArgsOptionsConfig[string] & { readonly value?: string; readonly about: string }

/** What a command is run with. */
export type CommandContext = {
  readonly services: OperatorServices
  readonly args: readonly string[]
  readonly getOption: (name: string) => string | undefined
  readonly hasFlag: (name: string) => boolean
  /** Who changes, and why; checked before the database was opened. */
  readonly by: Operator
  /** Prints the data with `--json`, otherwise the words. */
  readonly print: (data: unknown, text: string) => void
  /** Asks the person, unless `--yes` was said. @throws Refusal when the answer is no, or nobody can answer */
  readonly confirm: (question: string) => Promise<void>
}

export const neverMutates = () => false
export const alwaysMutates = () => true
