import {
  attemptStates,
  attemptTransitions,
  captureStatuses,
  captureTransitions,
  depositStates,
  depositTransitions,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { buildSuccess, createDepositFixture } from '../../../test/fixtures/deposits/deposit-fixture.ts'

const fixture = await createDepositFixture()
const { query, applyResult } = fixture

let deposit: Awaited<ReturnType<typeof fixture.insertPendingDeposit>>
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'USD' } })

beforeEach(async () => {
  deposit = await fixture.insertPendingDeposit()
})
afterAll(() => fixture.close())

describe('the database allows exactly the transitions of the state machine', () => {
  const allPairs = <State extends string>(states: readonly State[], table: Record<State, readonly State[]>) =>
    states.flatMap((from) =>
      states.filter((to) => to !== from).map((to) => [from, to, table[from].includes(to)] as const),
    )
  const withoutTriggers = async (table: string, statement: string) => {
    await fixture.runAsOwner(`alter table ${table} disable trigger user`)
    await query(statement)
    await fixture.runAsOwner(`alter table ${table} enable trigger user`)
  }
  /** Sets the first state without the triggers, then tries the change with them. */
  const isAccepted = async (table: string, column: string, where: string, from: string, to: string, set = '') => {
    await withoutTriggers(table, `update ${table} set ${column} = '${from}' where ${where}`)
    const change = query(`update ${table} set ${column} = '${to}'${set} where ${where}`)
    return change.then(
      () => true,
      (error: { constraint?: string }) => {
        expect(error.constraint).toBe(`${table}_steps`)
        return false
      },
    )
  }

  test.each(allPairs(depositStates, depositTransitions))('deposit %s -> %s: %s', async (from, to, expected) => {
    expect(await isAccepted('deposits', 'state', `id = '${deposit.id}'`, from, to)).toBe(expected)
  })

  test.each(allPairs(attemptStates, attemptTransitions))('attempt %s -> %s: %s', async (from, to, expected) => {
    expect(await isAccepted('attempts', 'state', `id = ${deposit.attemptId}`, from, to)).toBe(expected)
  })

  test.each(allPairs(captureStatuses, captureTransitions))('capture %s -> %s: %s', async (from, to, expected) => {
    await applyResult(deposit.reference, otherAmount)
    const where = `attempt_id = ${deposit.attemptId}`
    // Only coins arrive in parts.
    if (from === 'credited_part')
      await withoutTriggers(
        'captures',
        `update captures set processor = 'BTC', processor_reference = attempt_id || ':0' where ${where}`,
      )
    expect(await isAccepted('captures', 'status', where, from, to, ', movement = movement + 1')).toBe(expected)
  })

  test('a capture without its ledger entry is refused at commit', async () => {
    const insertion = query(
      `insert into captures (attempt_id, deposit_id, processor, amount, currency, status, created_at, updated_at)
       values ($1, $2, 'ORANGE', 100000, 'USD', 'credited', now(), now())`,
      [deposit.attemptId, deposit.id],
    )
    await expect(insertion).rejects.toMatchObject({ constraint: 'captures_booked' })
  })

  test('a capture changes its status only with a higher movement number', async () => {
    await applyResult(deposit.reference, otherAmount)
    const change = query(`update captures set status = 'refund_due' where attempt_id = $1`, [deposit.attemptId])
    await expect(change).rejects.toMatchObject({ constraint: 'captures_movement' })
  })
})
