/** The directive `minam`: a whole number of at least `minimum` (spec: funding 5). */
export function isIntegerAtLeast(value: number | null, minimum: number): boolean {
  return value !== null && Number.isInteger(value) && value >= minimum
}

/** The directive `equals`: a field that must repeat another value. */
export function isEqual(value: string, expected: string): boolean {
  return value === expected
}
