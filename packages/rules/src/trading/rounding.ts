/** Part of the house edge that knowing how a price was rounded can be worth at most. Options with more are not sold. */
export const maxRoundingPart = 0.75

/**
 * Part of the house edge that is left against traders who read the rounding from past prices: they know it roughly, not exactly.
 * Measured by strategies of `npm run test:edge`.
 */
export const keptEdgePart = 0.5
