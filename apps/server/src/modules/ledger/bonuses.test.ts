import pg from 'pg'
import { expect, test } from 'vitest'

import type { Db } from '../../platform/database/database.ts'
import { giveUpBonus } from './bonuses.ts'

const violation = (constraint: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { constraint })

test.each([
  ['ledger_balances_amount_check', violation('ledger_balances_amount_check'), 10, 'the balance changed too often'],
  ['ledger_balances_bonus_bound', violation('ledger_balances_bonus_bound'), 10, 'the balance changed too often'],
  ['another rule', violation('ledger_entries_balanced'), 1, 'refused'],
  ['no rule of the database', new Error('the connection is lost'), 1, 'the connection is lost'],
])('giving up a bonus is tried again only after a change of its balance: %s', async (_name, error, tries, message) => {
  let count = 0
  const execute = async () => {
    count += 1
    throw error
  }
  const db = { transaction: () => ({ execute }) } as unknown as Db
  await expect(giveUpBonus(db, 1, 1, new Date('2026-11-20T12:00:00Z'))).rejects.toThrow(message)
  expect(count).toBe(tries)
})
