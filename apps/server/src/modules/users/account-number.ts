import { hasValidLuhnChecksum } from '@tradefront/rules/cards/card-number'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'

const [from, below] = [10_000_000, 100_000_000]

export type DrawInt = AppContext['drawInt']

/**
 * Draws the number of a new account. It is random, so that no trader sees how many there are, and its last digit is a check digit, so that
 * a number with a wrong digit is of no account.
 */
export function createAccountNumber(drawInt: DrawInt): number {
  const digits = drawInt(from, below) * 10
  const check = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((digit) => hasValidLuhnChecksum(String(digits + digit)))
  return digits + (check ?? 0)
}

/** So many numbers in use in a row mean a fault: of ten million accounts, each draw meets one with one chance in nine. */
const maxDraws = 100

/** Draws the number of a new account until it is free. */
export async function drawAccountNumber(db: Db, drawInt: DrawInt): Promise<number> {
  for (let draws = 0; draws < maxDraws; draws += 1) {
    const number = createAccountNumber(drawInt)
    const taken = await db.selectFrom('users').select('id').where('id', '=', number).executeTakeFirst()
    if (taken === undefined) return number
  }
  throw new Error('no account number is free')
}
