/** Counts faults by kind, and how often each promise could have been broken. */
export function createChaosCoverage() {
  const faults = new Map<string, number>()
  const stakes = new Map<string, number>()
  const add = (map: Map<string, number>, name: string, count: number) => map.set(name, (map.get(name) ?? 0) + count)
  const format = (map: ReadonlyMap<string, number>) =>
    [...map].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, count]) => `${String(count).padStart(8)}  ${name}`)
  return {
    countFault: (kind: string, count = 1): void => void add(faults, kind, count),
    countAtStake: (promise: string, count = 1): void => void add(stakes, promise, count),
    format: (): string =>
      ['Faults:', ...format(faults), 'Promises, by how often they were at stake:', ...format(stakes)].join('\n'),
  }
}
