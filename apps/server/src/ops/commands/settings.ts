import { canOfferCode } from '../../modules/promo/promo-code-operator.ts'
import { isSettingName, settingRules } from '../../modules/settings/setting-rules.ts'
import { usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

/** Setting with a promo code that must be for offers. */
export const offerCodeSetting = 'limited_offer_code'
/** Settings that have commands of their own. */
const dedicatedCommands: Readonly<Record<string, string>> = { cascade: 'cascade', processors_off: 'on and off' }

export function addSettingsCommand(program: OperatorCommand): void {
  program
    .command('settings [NAME] [VALUE]')
    .summary('show the settings, or set one of them')
    .description(
      'VALUE is a number, yes or no, a comma list, "none", or JSON for lists of objects; percentages by kind are written coin=5,currency=2. For example, "settings chat_hide funding,home" hides the chat on these pages, and "settings chat_disabled yes" hides it everywhere.',
    )
    .changesData((args) => args.length > 0)
    .handle(async (context, name?: string, text?: string) => {
      if (name !== undefined) await setSetting(context, name, text)
      const settings = await context.app.settings.getSettings()
      const rows = Object.entries(settings).map(([key, value]) => [key, formatValue(value)])
      context.print(settings, formatTable(['setting', 'is'], rows, ''))
    })
}

async function setSetting(context: CommandContext, name: string, text?: string): Promise<void> {
  const { app, by, confirmEmergency } = context
  const settings = await app.settings.getSettings()
  if (!isSettingName(name)) throw usageError(`There is no setting "${name}": "settings" lists them.`)
  const command = dedicatedCommands[name]
  if (command !== undefined) throw usageError(`Use the command ${command} to set ${name}.`)
  if (text === undefined) throw usageError(`Write the new value of ${name} after its name.`)
  const value = parseValue(text, settings[name])
  if (name === offerCodeSetting && typeof value === 'string' && !(await canOfferCode(app, value)))
    throw usageError(`No offer can be made with ${value}: create it with "promo create ${value} --for offers".`)
  const isDangerous = settingRules[name].action === 'setting.change_dangerous'
  await confirmEmergency(`${name} becomes ${formatValue(value)}.`, isDangerous ? 'two' : 'one')
  const result = await app.settings.setTypedSetting(name, value, by)
  if (!result.ok) {
    const reason = result.params?.['reason']
    throw usageError(
      `${name} cannot be ${formatValue(value)}. It is ${formatValue(settings[name])} now. ${typeof reason === 'string' ? reason : ''}`,
    )
  }
}

/** Returns a value of the type of the current one. */
function parseValue(text: string, current: unknown): unknown {
  const isNone = text.toLowerCase() === 'none'
  if (/^(?:[[{]|null$)/.test(text.trim())) return parseJson(text)
  if (Array.isArray(current)) return isNone ? [] : text.split(',').map((part) => part.trim())
  if (typeof current === 'boolean')
    return /^(yes|on|true)$/i.test(text) ? true : /^(no|off|false)$/i.test(text) ? false : text
  if (typeof current === 'number') return Number(text)
  if (typeof current === 'object' && current !== null && isNone) return {}
  if (typeof current === 'object' && current !== null)
    return Object.fromEntries(text.split(',').map((part) => [part.split('=')[0]?.trim(), Number(part.split('=')[1])]))
  return isNone ? null : text
}

/** Parses JSON. An invalid text stays a text: the setting refuses it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function formatValue(value: unknown): string {
  if (value === null || (typeof value === 'object' && Object.keys(value).length === 0)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object' && Object.values(value).some((part) => typeof part === 'object'))
    return JSON.stringify(value)
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object')
    return Object.entries(value)
      .map((pair) => pair.join('='))
      .join(',')
  return String(value)
}
