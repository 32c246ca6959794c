import { properties, type Violation } from './properties.ts'

export type Coverage = ReturnType<typeof createCoverage>

/** Counts the faults and actions of a run by kind, and the properties that could have been violated. */
export function createCoverage() {
  const counts = new Map<string, number>()
  const stakes = new Set<Violation>()
  return {
    counts: counts as ReadonlyMap<string, number>,
    stakes: stakes as ReadonlySet<Violation>,
    count: (kind: string): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1),
    markAtStake: (property: Violation): void => void stakes.add(property),
  }
}

/** Sums the coverage of many runs: `stakes` counts runs. */
export function createCoverageTotals() {
  const counts = new Map<string, number>()
  const stakes = new Map<string, number>()
  const add = (map: Map<string, number>, name: string, count: number) => map.set(name, (map.get(name) ?? 0) + count)
  return {
    counts: counts as ReadonlyMap<string, number>,
    stakes: stakes as ReadonlyMap<string, number>,

    add(run: Pick<Coverage, 'counts' | 'stakes'>): void {
      for (const [kind, count] of run.counts) add(counts, kind, count)
      for (const property of run.stakes) add(stakes, property, 1)
    },

    /** Lists properties that no run could have violated. */
    listUntested: (): Violation[] => Object.values(properties).filter((name) => !stakes.has(name)),

    format(runs: number): string {
      const lines = (map: ReadonlyMap<string, number>) =>
        [...map]
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, count]) => `${String(count).padStart(8)}  ${name}`)
      const all = new Map<string, number>(Object.values(properties).map((name) => [name, stakes.get(name) ?? 0]))
      return [
        `Faults and actions in ${runs} runs:`,
        ...lines(counts),
        'Runs in which each property was at stake:',
        ...lines(all),
      ].join('\n')
    },
  }
}
