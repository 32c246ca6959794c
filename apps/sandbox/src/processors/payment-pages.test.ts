import { afterAll, beforeAll, expect, test } from 'vitest'

import { toNativeReply, startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture()
})
afterAll(() => fixture.close())

async function pageOf(slug: string, number: string, lastName = 'Lovelace') {
  const { ref, reply } = await fixture.startCharge(slug, number, lastName)
  if (reply === 'fault') throw new Error('no answer')
  const url = String(reply.json['redirect_url'])
  const answer = (value: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ answer: value }) }).then((response) => response.text())
  return { ref, url, answer }
}

test('a payment page asks for approval and posts the reference to the return URL', async () => {
  const { ref, url, answer } = await pageOf('pfs', '4000000000003220')
  const asked = await (await fetch(url)).text()
  expect(asked).toContain('value="approve"')
  expect(asked).toContain('$1,000.00')
  expect(asked).toContain('•••• 3220')
  expect(await fixture.getStatus('pfs', ref)).toBe('requires_action')
  const after = await answer('approve')
  expect(after).toMatch(/action="http:\/\/127\.0\.0\.1:\d+\/return\/pfs"/)
  expect(after).toContain(`name="ref" value="${ref}"`)
  await fixture.waitForWebhooks(ref, ['succeeded'])
})

test.each([
  ['pfs', '4000008400001629', 'Lovelace', 'approve', 'declined_soft'],
  ['orange', '4000000000003220', 'Lovelace', 'decline', 'declined_soft'],
  ['concept', '4242424242424242', 'CONCEPT-OK', 'approve', 'succeeded'],
  ['ezpay', '4242424242424242', 'EZPAY-APPROVED', 'approve', 'succeeded'],
  ['ezpay', '4242424242424242', 'EZPAY-DECLINED', 'approve', 'declined_soft'],
])('%s with %s of %s: %s ends as %s', async (slug, number, lastName, answered, status) => {
  const { ref, answer } = await pageOf(slug, number, lastName)
  await answer(answered)
  expect(await fixture.getStatus(slug, ref)).toBe(status)
})

test('answering a payment page twice or going back changes nothing', async () => {
  const { ref, url, answer } = await pageOf('pfs', '4000000000003220')
  await answer('approve')
  await answer('decline')
  expect(await fixture.getStatus('pfs', ref)).toBe('succeeded')
  expect(await (await fetch(url)).text()).not.toContain('value="approve"')
})

test('a charge stays open when the trader leaves the page, and can be cancelled', async () => {
  const { ref, url } = await pageOf('pfs', '4000000000003220')
  expect(await (await fetch(url)).text()).toContain('Leave without answering')
  expect(await fixture.sendSigned('/pfs/cancel', { ref })).toMatchObject({ json: { status: 'cancelled' } })
})

test('ENTROPAY needs its page first, then the code', async () => {
  const { ref, answer } = await pageOf('entropay', '4242424242424242', 'ENTROPAY-TRUE')
  expect(toNativeReply(await fixture.sendSigned('/entropay/complete', { ref, cvv: '123' }))).toEqual({ return: true })
  await answer('approve')
  expect(await fixture.getStatus('entropay', ref)).toBe('requires_action')
  expect(toNativeReply(await fixture.sendSigned('/entropay/complete', { ref, cvv: '123' }))).toEqual({
    return: false,
    status: 'APPROVED',
  })
})

test('unknown payment pages and pages of another processor are not found', async () => {
  const { url } = await pageOf('pfs', '4000000000003220')
  expect((await fetch(url.replace('/pfs/', '/orange/'))).status).toBe(404)
  expect((await fetch(`${fixture.url}/pfs/pay/psp_none`)).status).toBe(404)
})
