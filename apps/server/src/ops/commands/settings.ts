import type { SettingName } from '../../modules/settings/service.ts'
import { type Command } from '../cli/command.ts'
import { exitCodes, Refusal } from '../cli/cli-error.ts'
import { table } from '../cli/terminal.ts'

/** What processors are asked has commands of its own, which know more of it. */
const elsewhere: Readonly<Record<string, string>> = { cascade: 'cascade', processors_off: 'on and off' }

const settings: Command = {
  name: 'settings',
  usage: '[NAME VALUE]',
  about: 'show what is set, or set one of it',
  details: [
    'VALUE is a number, yes or no, a comma list or "none"; rates are written USD=1,EUR=1,GBP=1,RUB=60. For example',
    '"settings chat_hide funding,home" hides the chat on these pages, "settings chat_disabled yes" hides it everywhere.',
  ],
  options: {},
  takes: [0, 2],
  changes: (args) => args.length > 0,
  run: async ({ session, args, by, confirm, print }) => {
    const [name, text] = args
    const now = await session.settings.all()
    if (name !== undefined) {
      if (!isSetting(name, now)) throw wrong(`There is no setting "${name}": see "settings" for those there are.`)
      const own = elsewhere[name]
      if (own !== undefined) throw wrong(`${name} is set by the commands ${own}.`)
      if (text === undefined) throw wrong(`Say what ${name} shall be.`)
      const value = readValue(text, now[name])
      await confirm(`${name} becomes ${show(value)}.`)
      const changed = await session.settings.setByHand(name, value, by)
      if (changed === 'invalid') throw wrong(`${name} cannot be ${show(value)}; now it is ${show(now[name])}.`)
    }
    const set = name === undefined ? now : await session.settings.all()
    print(
      set,
      table(
        ['setting', 'is'],
        Object.entries(set).map(([key, value]) => [key, show(value)]),
        '',
      ),
    )
    return exitCodes.done
  },
}

export const settingCommands: readonly Command[] = [settings]

function wrong(sentence: string): Refusal {
  return new Refusal(sentence, exitCodes.usage)
}

function isSetting(name: string, all: object): name is SettingName {
  return Object.hasOwn(all, name)
}

/** Reads a value as the one that is set has it. What it may be, the settings themselves know. */
function readValue(text: string, now: unknown): unknown {
  const none = text.toLowerCase() === 'none'
  if (Array.isArray(now)) return none ? [] : text.split(',').map((part) => part.trim())
  if (typeof now === 'boolean')
    return /^(yes|on|true)$/i.test(text) ? true : /^(no|off|false)$/i.test(text) ? false : text
  if (typeof now === 'number') return Number(text)
  if (typeof now === 'object' && now !== null)
    return Object.fromEntries(text.split(',').map((part) => [part.split('=')[0]?.trim(), Number(part.split('=')[1])]))
  return none ? null : text
}

function show(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object')
    return Object.entries(value)
      .map((pair) => pair.join('='))
      .join(',')
  return String(value)
}
