/** spec: account 9 */
const sampleRowCount = 30
const sampleProfitShare = 0.7

/** Win of the example, in addition to the stake. */
export const examplePayoutRate = 0.82

/** Returns dollars, rounded to cents. */
export function calculateExampleReturn(stake: number): number {
  return Math.round(stake * (1 + examplePayoutRate) * 100) / 100
}

/** spec: account 3. `profit` is in whole US dollars; `nameIndex` is modulo the number of names. */
export type SampleRow = {
  readonly id: number
  readonly nameIndex: number
  readonly flag: (typeof sampleFlags)[number]
  readonly profit: number
  readonly direction: 'Profit' | 'Loss'
}

const sampleFlags = ['DE', 'FR', 'IT', 'NL', 'BE', 'AT', 'PL', 'UA', 'RO', 'IE'] as const

const stakes = [20, 25, 50, 50, 100, 100, 150, 250] as const

/**
 * Generates the rows. Losses are spread evenly, so that each visible part of the feed has some.
 * @param random returns numbers from 0 to below 1
 */
export function generateSampleFeed(random: () => number): readonly SampleRow[] {
  const lossCount = sampleRowCount - Math.round(sampleRowCount * sampleProfitShare)
  const pickBelow = (count: number): number => Math.floor(random() * count)
  const countLosses = (rows: number): number => Math.ceil((rows * lossCount) / sampleRowCount)
  return Array.from({ length: sampleRowCount }, (_row, id) => {
    const stake = stakes[pickBelow(stakes.length)] ?? stakes[0]
    const isProfit = countLosses(id + 1) === countLosses(id)
    return {
      id,
      nameIndex: pickBelow(1000),
      flag: sampleFlags[pickBelow(sampleFlags.length)] ?? sampleFlags[0],
      profit: isProfit ? Math.round(stake * examplePayoutRate) : -stake,
      direction: isProfit ? 'Profit' : 'Loss',
    }
  })
}

/** Creates mulberry32, so that browser and prerendered page get the same numbers. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
