import { timingSafeEqual } from 'node:crypto'

export function isEqualConstantTime(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
