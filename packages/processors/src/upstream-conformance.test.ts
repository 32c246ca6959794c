import { expect, test } from 'vitest'

import { processors } from './registry.ts'
import { standardProtocol } from './shared/standard-protocol.ts'
import { charge, card, findTestData, walletCharge } from './testing/conformance-data.ts'
import { standardWords } from './testing/standard-words.ts'
import { describeUpstream } from './testing/upstream-conformance.ts'

for (const processor of processors) describeUpstream(processor, findTestData(processor.name)?.words ?? standardWords)

const standard = processors.filter(({ upstream }) => upstream.protocol === standardProtocol)

test.each(standard.map((each) => [each.name, each] as const))(
  '%s is asked below its folder, with the fields of docs/processors.md',
  (_name, { kind, upstream }) => {
    const start = upstream.buildStartRequest(kind === 'wallet' ? walletCharge : charge)
    expect(start).toMatchObject({ method: 'POST', path: `/${upstream.slug}/start` })
    expect(start.body).toMatchObject({
      ref: charge.reference,
      amount: 100_000,
      currency: 'USD',
      ...(kind === 'wallet'
        ? { account: { id: walletCharge.account.account, secure_id: walletCharge.account.secureId } }
        : { card: { number: card.number, exp_year: 2031 } }),
    })
    const names = { reference: charge.reference, processorReference: null }
    for (const [call, request] of [
      ['complete', upstream.buildCompleteRequest(names, { token: 'tok_12345678' })],
      ['status', upstream.buildStatusRequest(names)],
      ['cancel', upstream.buildCancelRequest(names)],
    ] as const)
      expect(request).toMatchObject({ call, path: `/${upstream.slug}/${call}`, body: { ref: charge.reference } })
  },
)

test.each(standard.map((each) => [each.name, each] as const))(
  '%s: a waiting status with an unreadable reply is still a status',
  (_name, { upstream }) => {
    const waits = { status: 'requires_action', psp_ref: 'p' }
    const unsaid = { status: 'requires_action', processorReference: 'p', actionReply: null }
    for (const part of [
      {},
      { redirect_url: 'javascript:alert(1)', reply: {} },
      { redirect_url: null, reply: 'nonsense' },
    ])
      expect(upstream.parseChargeStatus({ ...waits, ...part }, 200)).toEqual(unsaid)
  },
)
