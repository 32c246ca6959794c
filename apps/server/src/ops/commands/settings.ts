import type { SettingName } from '../../modules/settings/service.ts'
import { type Command } from '../cli/command.ts'
import { exitCodes, CliError } from '../cli/cli-error.ts'
import { formatTable } from '../cli/terminal.ts'

/** What processors are asked has commands of its own, which know more of it. */
const dedicatedCommands: Readonly<Record<string, string>> = { cascade: 'cascade', processors_off: 'on and off' }

const settingsCommand: Command = {
  name: 'settings',
  usage: '[NAME VALUE]',
  about: 'show what is set, or set one of it',
  details: [
    'VALUE is a number, yes or no, a comma list or "none"; rates are written USD=1,EUR=1,GBP=1,RUB=60. For example',
    '"settings chat_hide funding,home" hides the chat on these pages, "settings chat_disabled yes" hides it everywhere.',
  ],
  options: {},
  argumentCount: [0, 2],
  isMutating: (args) => args.length > 0,
  run: async ({ services: session, args, by, confirm, print }) => {
    const [name, text] = args
    const now = await session.settings.all()
    if (name !== undefined) {
      if (!isSetting(name, now)) throw inputError(`There is no setting "${name}": see "settings" for those there are.`)
      const own = dedicatedCommands[name]
      if (own !== undefined) throw inputError(`${name} is set by the commands ${own}.`)
      if (text === undefined) throw inputError(`Say what ${name} shall be.`)
      const value = parseValue(text, now[name])
      await confirm(`${name} becomes ${formatValue(value)}.`)
      const changed = await session.settings.parseAndSet(name, value, by)
      if (changed === 'invalid')
        throw inputError(`${name} cannot be ${formatValue(value)}; now it is ${formatValue(now[name])}.`)
    }
    const set = name === undefined ? now : await session.settings.all()
    print(
      set,
      formatTable(
        ['setting', 'is'],
        Object.entries(set).map(([key, value]) => [key, formatValue(value)]),
        '',
      ),
    )
    return exitCodes.done
  },
}

export const settingCommands: readonly Command[] = [settingsCommand]

function inputError(sentence: string): CliError {
  return new CliError(sentence, exitCodes.usage)
}

function isSetting(name: string, all: object): name is SettingName {
  return Object.hasOwn(all, name)
}

/** Reads a value as the one that is set has it. What it may be, the settings themselves know. */
function parseValue(text: string, now: unknown): unknown {
  const none = text.toLowerCase() === 'none'
  if (Array.isArray(now)) return none ? [] : text.split(',').map((part) => part.trim())
  if (typeof now === 'boolean')
    return /^(yes|on|true)$/i.test(text) ? true : /^(no|off|false)$/i.test(text) ? false : text
  if (typeof now === 'number') return Number(text)
  if (typeof now === 'object' && now !== null)
    return Object.fromEntries(text.split(',').map((part) => [part.split('=')[0]?.trim(), Number(part.split('=')[1])]))
  return none ? null : text
}

function formatValue(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object')
    return Object.entries(value)
      .map((pair) => pair.join('='))
      .join(',')
  return String(value)
}
