import { cardProcessorNames, type ProcessorName } from '@tradefront/contract/processor-names'
import { defaultCascade, pfsCascade } from '@tradefront/rules/cards/usual-cascades'

type CardProcessorName = (typeof cardProcessorNames)[number]

/** Cascades are comma lists. */
export type CascadePlanInput = {
  readonly profileCountry: string | null
  readonly cardCountry: string | null
  readonly detectedCountry: string | null
  readonly userCascade: string | null
  readonly siteCascade: string | null
  readonly disabledProcessors: readonly string[]
  readonly pfsCountries: readonly string[]
  /** In a PFS country, the ordinary cascade follows PFS. */
  readonly hasPfsFallback: boolean
}

/** The profile's country, else the card's, else the detected one, else FR. */
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
 * The order of the processors, fixed when the deposit is opened. Which one is next: `findNextProcessor` in `modules/deposits/deposit.ts`.
 * In a PFS country PFS, alone unless a setting says otherwise; else the user's, the site's or the default cascade (spec: funding 4 and 9).
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
