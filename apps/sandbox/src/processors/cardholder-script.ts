import type { FailureMode } from '@tradefront/processors/simulator/charge'

/** `tokens` are in upper case. */
export type CardholderScript = {
  readonly tokens: readonly string[]
  readonly failureMode: FailureMode | null
  readonly slowMs: number
  readonly hasDuplicateWebhooks: boolean
}

const failureModes: Readonly<Record<string, FailureMode>> = { LOST: 'lost', TIMEOUT: 'timeout', '5XX': 'error' }

/**
 * Parses a last name such as `PFS-0008/ORANGE-FAILED/ZOOM-SLOW3`, or an address such as `ada+SKRILL-LATE@example.com`, for one processor.
 * @param names names of the processor in a script
 */
export function parseCardholderScript(lastName: string, names: readonly string[]): CardholderScript {
  const steps = lastName
    .toUpperCase()
    .split(/[/\s+@]+/)
    .map((step) => /^([A-Z0-9_]+)-([A-Z0-9_]+)$/.exec(step))
  const ownTokens = steps.flatMap((step) => (step?.[1] !== undefined && names.includes(step[1]) ? [step[2] ?? ''] : []))
  const slow = ownTokens.map((token) => /^SLOW(\d{1,3})$/.exec(token)?.[1]).find((seconds) => seconds !== undefined)
  return {
    tokens: ownTokens.filter((token) => !(token in failureModes) && token !== 'DUP' && !token.startsWith('SLOW')),
    failureMode: ownTokens.map((token) => failureModes[token]).find((mode) => mode !== undefined) ?? null,
    slowMs: Number(slow ?? 0) * 1000,
    hasDuplicateWebhooks: ownTokens.includes('DUP'),
  }
}
