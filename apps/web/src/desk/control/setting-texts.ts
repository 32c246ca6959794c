import { isLoadedText, type Translate } from '../../platform/i18n/i18n.ts'

/** Returns the name or effect of a setting in words. A setting of a newer server has only its name. */
export function toSettingText(t: Translate, kind: 'set' | 'effect', name: string): string {
  const key = `desk_control.${kind}_${name}`
  return isLoadedText(key) ? t(key) : kind === 'set' ? name : ''
}
