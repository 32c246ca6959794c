/** Knowing how a price was rounded can be worth at most this part of the house edge. Options with more are not sold. */
export const maxRoundingPart = 0.75

/**
 * This part of the house edge remains against traders who read the rounding from past prices: they know it roughly, not exactly. It was
 * measured by strategies of `npm run test:edge`.
 */
export const keptEdgePart = 0.5
