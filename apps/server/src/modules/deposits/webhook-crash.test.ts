import { expect, test } from 'vitest'

import { minuteMs } from '../../platform/clock.ts'
import { createDepositsFixture, succeededCharge } from '../../../test/fixtures/deposits/deposits-fixture.ts'

const fixture = await createDepositsFixture()

/** Makes the database refuse changes of the table, so that nothing after them happens, as after a crash. */
async function refuseChanges(table: string, condition: string): Promise<() => Promise<unknown>> {
  const name = `refuse_${table}`
  await fixture.runAsOwner(`
    create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '23514'; end $$;
    create trigger ${name} before update on ${table} for each row when (${condition}) execute function ${name}()`)
  return () => fixture.runAsOwner(`drop function ${name} cascade`)
}

const findAppliedAt = async (eventId: string) =>
  (
    await fixture.query<{ applied_at: Date | null }>('select applied_at from processor_webhooks where event_id = $1', [
      eventId,
    ])
  )[0]?.applied_at

test('a webhook whose result is not written is not marked as applied, and is applied later', async () => {
  const { userId, depositId, reference } = await fixture.insertAttempt()
  const allow = await refuseChanges('deposits', `old.id = '${depositId}'`)
  await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_not_written')
  expect(await findAppliedAt('evt_not_written')).toBeNull()
  await allow()
  fixture.clock.advance(minuteMs)
  await fixture.processDueDeposits()
  expect(await findAppliedAt('evt_not_written')).not.toBeNull()
  expect(await fixture.getCash(userId)).toBe(100_000)
})

test('a webhook that is applied but not marked is applied again without a second credit', async () => {
  const { userId, reference } = await fixture.insertAttempt()
  const allow = await refuseChanges('processor_webhooks', `new.applied_at is not null`)
  await fixture.receiveWebhook('orange', reference, succeededCharge, 'evt_not_marked')
  expect(await findAppliedAt('evt_not_marked')).toBeNull()
  expect(await fixture.getCash(userId)).toBe(100_000)
  await allow()
  fixture.clock.advance(minuteMs)
  await fixture.processDueDeposits()
  expect(await findAppliedAt('evt_not_marked')).not.toBeNull()
  expect(await fixture.getCash(userId)).toBe(100_000)
})
