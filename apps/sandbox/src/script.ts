import type { Quirk } from './charge.ts'

/** What the holder's last name asks of one processor. `tokens` are its own, in capitals. */
export type Script = {
  readonly tokens: readonly string[]
  readonly quirk: Quirk | null
  readonly slowMs: number
  readonly doubled: boolean
}

const quirks: Readonly<Record<string, Quirk>> = { LOST: 'lost', TIMEOUT: 'timeout', '5XX': 'error' }

/**
 * Reads a last name such as `PFS-0008/ORANGE-FAILED/ZOOM-SLOW3` for one processor; other names ask for nothing.
 *
 * @param names what the processor is called in a script
 */
export function readScript(lastName: string, names: readonly string[]): Script {
  const steps = lastName
    .toUpperCase()
    .split(/[/\s]+/)
    .map((step) => /^([A-Z0-9_]+)-([A-Z0-9_]+)$/.exec(step))
  const asked = steps.flatMap((step) => (step?.[1] !== undefined && names.includes(step[1]) ? [step[2] ?? ''] : []))
  const slow = asked.map((token) => /^SLOW(\d{1,3})$/.exec(token)?.[1]).find((seconds) => seconds !== undefined)
  return {
    tokens: asked.filter((token) => !(token in quirks) && token !== 'DUP' && !token.startsWith('SLOW')),
    quirk: asked.map((token) => quirks[token]).find((quirk) => quirk !== undefined) ?? null,
    slowMs: Number(slow ?? 0) * 1000,
    doubled: asked.includes('DUP'),
  }
}
