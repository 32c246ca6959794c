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
  const { order } = chooseOrdinaryCascade(input)
  const candidates = isPfsCountry(input)
    ? new Set<ProcessorName>([...pfsCascade, ...(input.hasPfsFallback ? order : [])])
    : order
  return [...candidates].filter((name) => !input.disabledProcessors.includes(name))
}

/** Returns what decides the order: a PFS country, else the user's, the site's or the default cascade. */
export function findCascadeSource(input: CascadePlanInput): 'country' | 'own' | 'site' | 'default' {
  return isPfsCountry(input) ? 'country' : chooseOrdinaryCascade(input).source
}

function isPfsCountry(input: CascadePlanInput): boolean {
  return input.pfsCountries.includes(resolveDepositCountry(input))
}

/** Chooses the first of the user's, the site's and the default cascade that has a processor. */
function chooseOrdinaryCascade(input: CascadePlanInput) {
  const own = parseCascade(input.userCascade)
  if (own.length > 0) return { source: 'own', order: own } as const
  const site = parseCascade(input.siteCascade)
  return site.length > 0
    ? ({ source: 'site', order: site } as const)
    : ({ source: 'default', order: defaultCascade } as const)
}

function isCardProcessor(name: string): name is CardProcessorName {
  return cardProcessorNames.some((processor) => processor === name)
}
