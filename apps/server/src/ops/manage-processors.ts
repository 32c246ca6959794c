import { type ProcessorName, processorNames } from '@tradefront/contract/processor-names'
import { parseCascade } from '@tradefront/processors/plan-cascade'
import { defaultCascade } from '@tradefront/rules/cards/usual-cascades'

import type { SettingsService } from '../modules/settings/service.ts'
import type { Operator } from '../platform/audit.ts'

export type ProcessorStatus = {
  readonly name: ProcessorName
  readonly on: boolean
  /** Place in the order, from 1; null if the processor is not tried. */
  readonly place: number | null
}

export type CascadeStatus = {
  /** Setting of the order. Null: the built-in order. */
  readonly cascade: string | null
  /** Order for traders without a cascade of their own. */
  readonly order: readonly ProcessorName[]
  readonly processors: readonly ProcessorStatus[]
}

export async function getCascadeStatus(settings: SettingsService): Promise<CascadeStatus> {
  const { cascade, processors_off: switchedOff } = await settings.getSettings()
  const configured: readonly ProcessorName[] = parseCascade(cascade)
  const order = (configured.length > 0 ? configured : defaultCascade).filter((name) => !switchedOff.includes(name))
  const processors = processorNames.map((name) => {
    const index = order.indexOf(name)
    return { name, on: !switchedOff.includes(name), place: index === -1 ? null : index + 1 }
  })
  return { cascade, order, processors }
}

/** Returns false if the processor is off already. */
export function switchProcessorOff(settings: SettingsService, name: ProcessorName, by: Operator): Promise<boolean> {
  return settings.updateSetting('processors_off', (names) => (names.includes(name) ? names : [...names, name]), by)
}

/** Returns false if the processor is on already. */
export function switchProcessorOn(settings: SettingsService, name: ProcessorName, by: Operator): Promise<boolean> {
  return settings.updateSetting('processors_off', (names) => names.filter((each) => each !== name), by)
}

/** Sets the order; `null` is the built-in one. Returns false if it is unchanged. */
export function setCascade(
  settings: SettingsService,
  names: readonly ProcessorName[] | null,
  by: Operator,
): Promise<boolean> {
  return settings.setSetting('cascade', names?.join(',') ?? null, by)
}
