import { isDeepStrictEqual } from 'node:util'

import type { ActionInput } from '@tradefront/contract/operator-actions'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import type { ActionHandlers, AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { parseSetting } from './schema.ts'
import { isSettingName } from './setting-rules.ts'

/** Actions of the desk on settings. The database checks which of the two a setting needs, and that the value is the signed one. */
export const settingActions: ActionHandlers = {
  'setting.change': changeSetting,
  'setting.change_dangerous': changeSetting,
}

async function changeSetting(
  context: AppContext,
  { setting: name, before, value }: ActionInput<'setting.change'>,
  by: Operator,
): Promise<Result<void, TextKey>> {
  if (!isSettingName(name)) return refuse('errors.field_invalid')
  const current = await context.settings.getSetting(name)
  if (!isDeepStrictEqual(toJson(current), before)) return refuse('desk.changed')
  // A default or a space that the schema adds was not signed.
  if (!isDeepStrictEqual(toJson(parseSetting(name, value)), value)) return refuse('errors.field_invalid')
  if (name === 'limited_offer_code' && typeof value === 'string' && !(await context.canOfferCode(value)))
    return refuse('desk_control.offer_code')
  const result = await context.settings.setTypedSetting(name, value, by)
  if (!result.ok) return refuse('errors.field_invalid')
  return result.value ? ok() : refuse('desk.changed')
}

const toJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
