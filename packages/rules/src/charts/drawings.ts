/** Number of points that place a drawing. */
export const drawingPoints = { line: 2, level: 1, rectangle: 2, fibonacci: 2 } as const
export type DrawingKind = keyof typeof drawingPoints
export const drawingKinds = Object.keys(drawingPoints) as DrawingKind[]

/** Limit for one trader on one symbol. */
export const maxDrawings = 100

/** Parts of the way from the second point of a retracement back to its first. */
export const fibonacciRatios = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const
