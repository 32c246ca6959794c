import { expect, test } from 'vitest'

import type { ProcessorResponse } from '../processor-gateway.ts'
import { createPayoutChannels } from './create-payout-channels.ts'
import type { PayoutInstruction } from './payout-channel.ts'

const instruction: PayoutInstruction = {
  reference: 'e5b1c9f0-0000-4000-8000-000000000001',
  method: 'skrill',
  amount: 1000,
  currency: 'USD',
  account: 'ada@example.com',
  holder: 'Ada Lovelace',
  charge: null,
  mostCoins: null,
}

function createChannels(answer: ProcessorResponse, isBitcoinTestNetwork = false) {
  const requests: { readonly path: string; readonly body: Readonly<Record<string, unknown>> | null }[] = []
  const channels = createPayoutChannels({
    gateway: {
      sendRequest: async (_provider, request) => {
        requests.push(request)
        return answer
      },
    },
    refundCharge: async ({ amount }) => (amount === 1 ? null : amount === 2 ? 'refused' : 'refunded'),
    isBitcoinTestNetwork,
  })
  return { channels, requests }
}

test.each([
  ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['bitcoin', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mda', false],
  ['bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', true],
  ['bitcoin', '1BoatSLRHtKNngkdXEeobR76b53LETtpyU', false],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
  ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', true],
  ['ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', false],
  ['bank', 'GB29NWBK60161331926819', true],
  ['bank', 'GB29NWBK60161331926818', false],
  ['bank', 'DE89370400440532013001', false],
  ['card', '4242424242424242', false],
] as const)('the account %s %s is valid: %s', async (channel, account, isValid) => {
  const { channels } = createChannels({ ok: false, fault: 'network' })
  expect(await channels[channel].isAccountValid(account)).toBe(isValid)
})

test('a bitcoin address must be of the network that is used', async () => {
  const { channels } = createChannels({ ok: false, fault: 'network' }, true)
  expect(await channels.bitcoin.isAccountValid('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe(true)
  expect(await channels.bitcoin.isAccountValid('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')).toBe(false)
})

test('an answer is read, and anything else is no answer', async () => {
  const ask = async (answer: ProcessorResponse) => createChannels(answer).channels.wallet.sendPayout(instruction)
  const ref = instruction.reference
  expect(
    await ask({ ok: true, json: { ref, status: 'paid', sent_reference: 'x', sent_as: null }, status: 200 }),
  ).toEqual({
    status: 'paid',
    sentReference: 'x',
    sentAs: null,
  })
  expect(await ask({ ok: true, json: { ref, status: 'refused', reason: 'closed' }, status: 200 })).toEqual({
    status: 'refused',
    reason: 'closed',
  })
  expect(await ask({ ok: true, json: { ref, status: 'pending' }, status: 200 })).toEqual({ status: 'pending' })
  for (const json of [{ ref, status: 'sent' }, { ref, status: 'paid' }, 'paid', null, { ref, status: 'refused' }])
    expect(await ask({ ok: true, json, status: 200 })).toBe(null)
  expect(await ask({ ok: false, fault: 'timeout' })).toBe(null)
})

test('each channel asks its own provider, by the reference of the instruction', async () => {
  const { channels, requests } = createChannels({ ok: true, json: { status: 'pending' }, status: 200 })
  for (const name of ['wallet', 'bitcoin', 'ethereum', 'bank'] as const) {
    await channels[name].sendPayout(instruction)
    await channels[name].fetchStatus(instruction)
    await channels[name].cancelPayout(instruction)
  }
  expect(requests.map(({ path }) => path).slice(0, 4)).toEqual([
    '/payout-wallet/send',
    '/payout-wallet/status',
    '/payout-wallet/cancel',
    '/payout-bitcoin/send',
  ])
  expect(new Set(requests.map(({ body }) => body?.['ref']))).toEqual(new Set([instruction.reference]))
  expect(requests[0]?.body).toEqual({
    ref: instruction.reference,
    method: 'skrill',
    amount: 1000,
    currency: 'USD',
    account: 'ada@example.com',
    holder: 'Ada Lovelace',
  })
})

test('a card is paid by a refund of its charge, and asking repeats the same refund', async () => {
  const { channels } = createChannels({ ok: false, fault: 'network' })
  const refund = {
    ...instruction,
    account: null,
    charge: { processor: 'ORANGE', reference: 'r', processorReference: 'p' },
  }
  expect(await channels.card.sendPayout(refund)).toMatchObject({ status: 'paid' })
  expect(await channels.card.fetchStatus({ ...refund, amount: 2 })).toMatchObject({ status: 'refused' })
  expect(await channels.card.fetchStatus({ ...refund, amount: 1 })).toBe(null)
  expect(await channels.card.cancelPayout(refund)).toBe(null)
})
