import { cardProcessorNames, type ProcessorName } from '@tradefront/contract/processor-names'
import { defaultCascade, pfsCascade } from '@tradefront/rules/cards/usual-cascades'

type CardProcessorName = (typeof cardProcessorNames)[number]

/** Input of `planCascade`. Cascades are lists separated by commas. */
export type CascadePlanInput = {
  readonly profileCountry: string | null
  readonly cardCountry: string | null
  readonly detectedCountry: string | null
  readonly userCascade: string | null
  readonly siteCascade: string | null
  readonly disabledProcessors: readonly string[]
  readonly pfsCountries: readonly string[]
  /** True if the ordinary cascade follows PFS in a PFS country. */
  readonly hasPfsFallback: boolean
}

/** Returns the profile's country, else the card's, else the detected one, else FR. */
export function resolveDepositCountry(
  input: Pick<CascadePlanInput, 'profileCountry' | 'cardCountry' | 'detectedCountry'>,
): string {
  return input.profileCountry ?? input.cardCountry ?? input.detectedCountry ?? 'FR'
}

/** Drops unknown names, wallets and repetitions. */
export function parseCascade(list: string | null): CardProcessorName[] {
  const names = (list ?? '').split(',').map((name) => name.trim().toUpperCase())
  return [...new Set(names)].filter(isCardProcessor)
}

/**
 * Plans the order of the processors, which is fixed when the deposit is opened. `findNextProcessor` in `modules/deposits/deposit.ts` says
 * which one is next. In a PFS country, the order is PFS, alone unless a setting says otherwise. Elsewhere it is the user's, the site's or
 * the default cascade (spec: funding 4 and 9).
 */
export function planCascade(input: CascadePlanInput): ProcessorName[] {
  const ordinary: readonly ProcessorName[] =
    findFirstNonEmpty(parseCascade(input.userCascade), parseCascade(input.siteCascade)) ?? defaultCascade
  const candidates = input.pfsCountries.includes(resolveDepositCountry(input))
    ? new Set<ProcessorName>([...pfsCascade, ...(input.hasPfsFallback ? ordinary : [])])
    : ordinary
  return [...candidates].filter((name) => !input.disabledProcessors.includes(name))
}

function findFirstNonEmpty(...lists: ProcessorName[][]): ProcessorName[] | undefined {
  return lists.find((list) => list.length > 0)
}

function isCardProcessor(name: string): name is CardProcessorName {
  return cardProcessorNames.some((processor) => processor === name)
}
