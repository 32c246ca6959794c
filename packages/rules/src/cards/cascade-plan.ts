/** Every card processor the product knows by name (spec: funding 4). */
export const processorNames = [
  'FRAUD',
  'ZOOM',
  'ENTROPAY',
  'ORANGE',
  'ORANGE_NOT3D',
  'CONCEPT',
  'UNIVERSE',
  'EZPAY',
  'PFS',
] as const

export type ProcessorName = (typeof processorNames)[number]

/** Countries where PFS alone is asked and the cascade is not used (spec: funding 9). */
export const pfsCountries: readonly string[] = ['GB', 'ES', 'DE', 'IT', 'NL', 'SE', 'FR', 'CZ', 'LU', 'AT', 'BE', 'NO']

/** The order tried where neither the user nor the site sets one. */
export const defaultCascade: readonly ProcessorName[] = [
  'FRAUD',
  'ZOOM',
  'ENTROPAY',
  'ORANGE',
  'ORANGE_NOT3D',
  'CONCEPT',
  'UNIVERSE',
  'EZPAY',
]

/** What decides a plan. Lists are comma lists as the settings and the user record carry them. */
export type CascadePlanInput = {
  readonly profileCountry: string | null
  readonly cardCountry: string | null
  readonly detectedCountry: string | null
  readonly userCascade: string | null
  readonly siteCascade: string | null
  readonly disabledProcessors: readonly string[]
}

/** The country a deposit is judged by: the profile's, else the card's, else the detected one. */
export function resolveDepositCountry(
  input: Pick<CascadePlanInput, 'profileCountry' | 'cardCountry' | 'detectedCountry'>,
): string {
  return input.profileCountry ?? input.cardCountry ?? input.detectedCountry ?? 'FR'
}

/** Reads a comma list of processors: unknown names are dropped, the first of two alike is kept. */
export function parseCascade(list: string | null): ProcessorName[] {
  const names = (list ?? '').split(',').map((name) => name.trim().toUpperCase())
  return [...new Set(names)].filter(isProcessorName)
}

/**
 * The processors a deposit tries, in order. In a PFS country PFS alone, whatever else is set; otherwise the user's
 * cascade, else the site's, else the default. Empty where everything is switched off (spec: funding 4 and 9).
 */
export function planCascade(input: CascadePlanInput): ProcessorName[] {
  const candidates = pfsCountries.includes(resolveDepositCountry(input))
    ? (['PFS'] as const)
    : (findFirstNonEmpty(parseCascade(input.userCascade), parseCascade(input.siteCascade)) ?? defaultCascade)
  return candidates.filter((name) => !input.disabledProcessors.includes(name))
}

function findFirstNonEmpty(...lists: ProcessorName[][]): ProcessorName[] | undefined {
  return lists.find((list) => list.length > 0)
}

function isProcessorName(name: string): name is ProcessorName {
  return (processorNames as readonly string[]).includes(name)
}
