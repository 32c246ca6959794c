/** A whole amount, in minor units. */
const smallest = 100

/** Steps of an axis: 1, 2 or 5 times a power of ten, about `count` up to the larger value. */
function findStep(largest: number, count: number): number {
  const rough = Math.max(largest / count, smallest)
  const power = 10 ** Math.floor(Math.log10(rough))
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10)
}

/** Marks of an axis from `-bottom` to `top`, both rounded up to a step. */
export function listTicks(top: number, bottom: number, count: number): number[] {
  const step = findStep(Math.max(top, bottom), count)
  const [above, below] = [Math.max(1, Math.ceil(top / step)), Math.ceil(bottom / step)]
  return Array.from({ length: above + below + 1 }, (_tick, index) => (above - index) * step)
}
