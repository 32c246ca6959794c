/** Work that waits its turn, so that what is under way together never weighs more than there is. */
export type WeightedSemaphore = <T>(weight: number, work: () => Promise<T>) => Promise<T>

/** Everybody waits in line; what weighs more than all there is goes alone. */
export function createWeightedSemaphore(capacity: number): WeightedSemaphore {
  const queue: { readonly weight: number; readonly start: () => void }[] = []
  let usedWeight = 0
  const startQueued = (): void => {
    while (queue[0] && (usedWeight === 0 || usedWeight + queue[0].weight <= capacity)) {
      const first = queue.shift()
      if (!first) return
      usedWeight += first.weight
      first.start()
    }
  }
  return async (weight, work) => {
    await new Promise<void>((resolve) => {
      queue.push({ weight, start: resolve })
      startQueued()
    })
    try {
      return await work()
    } finally {
      usedWeight -= weight
      startQueued()
    }
  }
}
