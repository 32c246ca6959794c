import { isUtf8 } from 'node:buffer'
import { parseArgs } from 'node:util'

import type { Operator } from '../../platform/audit.ts'
import type { Command, OptionHelp } from './command.ts'
import { exitCodes, CliError } from './cli-error.ts'

/** A command line that makes sense. */
export type ParsedCommandLine =
  | { readonly kind: 'help'; readonly command: Command | null }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly args: readonly string[]
      readonly values: Readonly<Record<string, unknown>>
      readonly by: Operator
    }

const commonOptions: Record<string, OptionHelp> = {
  json: { type: 'boolean', about: 'JSON instead of tables; amounts in minor units' },
  help: { type: 'boolean', short: 'h', about: 'this text' },
}
const changeOptions: Record<string, OptionHelp> = {
  why: { type: 'string', value: '"TEXT"', about: 'why you do it, for the audit log; required' },
  as: { type: 'string', value: 'NAME', about: 'your name, when the account of the machine is shared' },
  yes: { type: 'boolean', short: 'y', about: 'go on without being asked' },
}

/**
 * Reads a command line.
 * @throws Refusal that says what is wrong with it and where help is
 */
export function parseArguments(
  argv: readonly string[],
  commands: readonly Command[],
  osUser: string,
): ParsedCommandLine {
  const [name, ...rest] = argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return { kind: 'help', command: commands.find((each) => each.name === rest[0]) ?? null }
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw usageError(`There is no command "${name}".`)
  const { values, positionals } = parseOptions(command, rest)
  if (values['help'] === true) return { kind: 'help', command }
  const [min, max] = command.argumentCount
  if (positionals.length < min || positionals.length > max) throw usageError(`Write: ${formatUsage(command)}`, command)
  const by = parseOperator(values, osUser, command.isMutating(positionals), command)
  return { kind: 'run', command, args: positionals, values, by }
}

function parseOptions(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: getOptions(command), allowPositionals: true, strict: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw usageError(error.message.split('. ')[0]?.replace(/\.?$/, '.') ?? '', command)
  }
}

function parseOperator(
  values: Readonly<Record<string, unknown>>,
  osUser: string,
  changes: boolean,
  command: Command,
): Operator {
  const { why, as } = values
  const actor = typeof as === 'string' ? as.trim() : osUser
  if (!isPlainText(actor, 1, 60)) throw usageError('--as must be a name of up to 60 characters.', command)
  if (!changes) return { actor, osUser }
  if (typeof why !== 'string') throw usageError('This changes something: say why, with --why "…".', command)
  if (!isPlainText(why.trim(), 3, 500)) throw usageError('--why must be a reason of 3 to 500 characters.', command)
  if (/\d{13}/.test(why.replaceAll(/[ -]/g, '')))
    throw usageError('--why is kept for good and must hold no card number.', command)
  return { actor, osUser, reason: why.trim() }
}

function isPlainText(text: string, min: number, max: number): boolean {
  return text.length >= min && text.length <= max && !/\p{Cc}/u.test(text) && isUtf8(Buffer.from(text))
}

function usageError(sentence: string, command?: Command): CliError {
  return new CliError(
    `${sentence}\nHelp: npm run ops -- ${command?.name ?? ''}${command ? ' ' : ''}--help`,
    exitCodes.usage,
  )
}

function formatUsage({ name, usage: args }: Command): string {
  return `npm run ops -- ${name}${args === '' ? '' : ` ${args}`}`
}

function getOptions(command: Command): Record<string, OptionHelp> {
  return { ...command.options, ...(canRequireReason(command) && changeOptions), ...commonOptions }
}

function canRequireReason(command: Command): boolean {
  return command.isMutating(Array.from({ length: command.argumentCount[1] }, () => ''))
}

/** The help of one command, or of all. */
export function formatHelp(command: Command | null, commands: readonly Command[]): string {
  if (command === null) {
    const width = Math.max(...commands.map(({ name, usage: args }) => `${name} ${args}`.length))
    const lines = commands.map(({ name, usage: args, about }) => `  ${`${name} ${args}`.padEnd(width)}  ${about}`)
    return `${[
      'npm run ops -- COMMAND …: what an operator does by hand.',
      '',
      ...lines,
      '',
      'npm run ops -- COMMAND --help says more. A REF is a deposit, by its id or the reference on its receipt, or an',
      'attempt, by its id or the processor’s own. The database is that of DATABASE_URL, else the one in DATA_DIR, beside a',
      'running server or without one. Exit codes: 0 done, 1 refused, 2 not understood, 3 reconcile found differences.',
    ].join('\n')}\n`
  }
  const options = Object.entries(getOptions(command)).map(
    ([name, { value, about }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, about] as const,
  )
  const width = Math.max(...options.map(([written]) => written.length))
  return `${[
    `${formatUsage(command)}: ${command.about}`,
    ...(command.details.length > 0 ? ['', ...command.details] : []),
    '',
    ...options.map(([written, about]) => `  ${written.padEnd(width)}  ${about}`),
  ].join('\n')}\n`
}
