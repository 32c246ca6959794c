/**
 * Converts a uniform word of 32 bits to a normal deviate: the `x` below which a normal deviate is with probability (word + 1/2) / 2^32.
 * Deviates are finer than a billionth near 0, and reach 6.3 on both sides. Between the entries of a table they are on a line. The table is
 * computed with +, -, * and / only, so that every engine has the same digits.
 */
export function toNormalDeviate(word: number): number {
  const isAbove = word >= half
  // Probability of a larger distance from 0, in units of 2^-33. It is odd, so that it is never 0.
  const tail = (isAbove ? ~word : word) * 2 + 1
  const octave = Math.clz32(tail)
  // The leading bit is shifted out, the next ones are the entry, the rest is the place within it.
  const shifted = (tail << octave) & 0x7fff_ffff
  const entry = octave * entriesPerOctave + (shifted >>> placeBits)
  const distance = (starts[entry] ?? 0) - (slopes[entry] ?? 0) * (shifted & placeMask)
  return isAbove ? distance : -distance
}

const half = 0x8000_0000
const octaves = 32
const entriesPerOctave = 64
const placeBits = 25
const placeMask = 2 ** placeBits - 1
/** Density of a normal deviate at 0: 1 / sqrt(2 pi). */
const densityAtZero = 0.398_942_280_401_432_7

/** Distance from 0 at the start of an entry, and by how much it falls with each unit of the place. */
const starts = new Float64Array(octaves * entriesPerOctave)
const slopes = new Float64Array(octaves * entriesPerOctave)
fillTable()

/**
 * Fills the table from the middle outwards. With the probability of the tail as `p`, the distance changes by -1 / density for each unit of
 * `p`, and the density by the distance. It takes Runge-Kutta steps of fourth order.
 */
function fillTable(): void {
  let [distance, density] = [0, densityAtZero]
  for (let octave = 0; octave < octaves; octave += 1) {
    const step = 0.25 / 2 ** octave / entriesPerOctave
    for (let index = entriesPerOctave - 1; index >= 0; index -= 1) {
      const [x1, d1] = [1 / density, -distance]
      const [x2, d2] = [1 / (density + (d1 * step) / 2), -(distance + (x1 * step) / 2)]
      const [x3, d3] = [1 / (density + (d2 * step) / 2), -(distance + (x2 * step) / 2)]
      const [x4, d4] = [1 / (density + d3 * step), -(distance + x3 * step)]
      const before = distance
      distance += (step * (x1 + 2 * x2 + 2 * x3 + x4)) / 6
      density += (step * (d1 + 2 * d2 + 2 * d3 + d4)) / 6
      const entry = octave * entriesPerOctave + index
      starts[entry] = distance
      slopes[entry] = (distance - before) / 2 ** placeBits
    }
  }
}
