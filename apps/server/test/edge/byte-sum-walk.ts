import { createMinuteWalk, createRules } from './minute-walk.ts'

const byteMean = 510
const byteDeviation = 147.8

/** A planted fault: a deviate is the sum of four bytes, so it is a whole number, and never above 3.45 deviations. */
export const byteSumWalk = createMinuteWalk(
  createRules(
    (word) => (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24) - byteMean,
    byteDeviation,
  ),
)
