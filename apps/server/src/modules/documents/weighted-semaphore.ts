/** Work that waits its turn, so that what is under way together never weighs more than there is. */
export type Budget = <T>(weight: number, work: () => Promise<T>) => Promise<T>

/** Everybody waits in line; what weighs more than all there is goes alone. */
export function createBudget(total: number): Budget {
  const line: { readonly weight: number; readonly go: () => void }[] = []
  let used = 0
  const next = (): void => {
    while (line[0] && (used === 0 || used + line[0].weight <= total)) {
      const first = line.shift()
      if (!first) return
      used += first.weight
      first.go()
    }
  }
  return async (weight, work) => {
    await new Promise<void>((resolve) => {
      line.push({ weight, go: resolve })
      next()
    })
    try {
      return await work()
    } finally {
      used -= weight
      next()
    }
  }
}
