import type { TestApp } from '../app/test-app.ts'
import { creditDeposit, openDeposit } from '../promo/promo-fixture.ts'

export const testStatementCode = '482913'

/** As after a card deposit with a code on its statement line. The setting must be on. */
export async function requireStatementCode(app: TestApp, userId: number, { attemptsLeft = 5 } = {}): Promise<void> {
  const { db } = app.database
  const deposit = await openDeposit(app, userId)
  const at = app.clock.now()
  await db
    .insertInto('statement_codes')
    .values({ user_id: userId, code: testStatementCode, attempts_left: attemptsLeft, created_at: at })
    .execute()
  await db
    .insertInto('statement_code_charges')
    .values({ deposit_id: deposit.id, user_id: userId, created_at: at })
    .execute()
  await creditDeposit(app, deposit)
}
