import { expect, test } from 'vitest'

import { dayMs } from '../../platform/clock.ts'
import { createDepositsFixture, succeededCharge } from '../../../test/fixtures/deposits/deposits-fixture.ts'

const fixture = await createDepositsFixture()
const listBodies = async () =>
  (await fixture.query<{ body: unknown }>('select body from processor_webhooks order by created_at')).map(
    ({ body }) => body,
  )

test('only the known fields of a webhook are stored, and deleted 90 days after it', async () => {
  const { reference } = await fixture.insertAttempt()
  const card = { number: '4242424242424242' }
  await fixture.receiveWebhook('orange', reference, { ...succeededCharge, card }, 'event-1')
  const action = {
    status: 'requires_action',
    psp_ref: null,
    redirect_url: 'https://bank.example/1',
    reply: { card },
    card,
  }
  await fixture.receiveWebhook('orange', reference, action, 'event-2')
  expect(await listBodies()).toEqual([
    { event_id: 'event-1', ref: reference, charge: succeededCharge },
    { event_id: 'event-2', ref: reference, charge: { ...action, reply: {}, card: undefined } },
  ])
  fixture.clock.advance(89 * dayMs)
  await fixture.deleteOldWebhooks()
  expect(await listBodies()).toHaveLength(2)
  fixture.clock.advance(2 * dayMs)
  await fixture.deleteOldWebhooks()
  expect(await listBodies()).toEqual([])
})
