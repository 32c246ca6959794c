import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { processors } from './registry.ts'
import {
  card,
  charge,
  errorClasses,
  findStartCall,
  hostileReplies,
  listAttemptViews,
  pageUrl,
  unreadableReplies,
  walletCharge,
} from './testing/conformance-data.ts'

describe.each(processors.map((processor) => [processor.name, processor] as const))('%s', (_name, processor) => {
  test('returns null for anything that is not an answer of the processor', () => {
    for (const junk of unreadableReplies) {
      expect(processor.upstream.parseChargeReply(junk)).toBeNull()
      expect(processor.upstream.parseChargeStatus(junk)).toBeNull()
      expect(processor.upstream.parseRefundStatus(junk)).toBeNull()
      expect(processor.upstream.parseWebhook(junk)).toBeNull()
    }
  })

  test('hostile answers never throw and never read as success', () => {
    fc.assert(
      fc.property(hostileReplies, (reply) => {
        expect(processor.upstream.parseChargeStatus(reply)?.status).not.toBe('succeeded')
        expect(processor.upstream.parseWebhook(reply)).toBeNull()
        expect(processor.upstream.parseRefundStatus(reply)?.status).not.toBe('refunded')
      }),
      { numRuns: 300 },
    )
  })

  test('a reply keeps only the fields of its schema, and no card number or code', () => {
    const native = {
      ...processor.buildStartReply({ ...listAttemptViews()[0]!, state: 'declined_hard', errorClass: 'limit' }),
      message: `card ${card.number} refused`,
    }
    const read = processor.upstream.parseChargeReply({
      psp_ref: 'psp-1',
      amount: null,
      currency: null,
      redirect_url: null,
      reply: { ...native, card, cvv: '987', deposit: { number: card.number }, number: card.number },
    })
    expect(read).not.toBeNull()
    const said = JSON.stringify(read)
    expect(said).not.toContain(card.number)
    expect(said).not.toContain('987')
    expect(said).not.toContain('deposit')
    expect(findStartCall(processor).reply.safeParse(read?.reply).success).toBe(true)
  })

  test('sends the card, or the secure id of a wallet, in the start request only, and the reference afterwards', () => {
    const { upstream } = processor
    const isWallet = processor.kind === 'wallet'
    const start = upstream.buildStartRequest(isWallet ? walletCharge : charge)
    expect(start.path).toBe(`/${upstream.slug}/start`)
    expect(start.body).toMatchObject({
      ref: charge.reference,
      amount: 100_000,
      currency: 'USD',
      ...(isWallet
        ? { account: { id: walletCharge.account.account, secure_id: walletCharge.account.secureId } }
        : { card: { number: card.number, exp_year: 2031 } }),
    })
    const later = [
      upstream.buildCompleteRequest(charge.reference, { token: 'tok_12345678' }),
      upstream.buildStatusRequest(charge.reference),
      upstream.buildCancelRequest(charge.reference),
      upstream.buildRefundRequest(charge.reference, 'refund-1', 5, 'USD'),
    ]
    expect(JSON.stringify(later)).not.toContain(card.number)
    expect(JSON.stringify(later)).not.toContain(walletCharge.account.secureId)
    for (const { path, body } of later) {
      expect(path.startsWith(`/${upstream.slug}/`)).toBe(true)
      expect(body['ref']).toBe(charge.reference)
    }
  })

  test('interprets a decline in a status by its hardness', () => {
    for (const status of ['declined_soft', 'declined_hard'] as const) {
      for (const reason of errorClasses.filter((each) => each !== null)) {
        const kind =
          processor.interpretDecline?.({ status, reason, processorReference: null }).kind ??
          (status === 'declined_soft' ? 'next' : 'decline')
        const finals = status === 'declined_hard' ? ['decline', 'message'] : ['next', 'message']
        expect(finals).toContain(kind)
      }
    }
  })

  test('a status that waits for the trader includes the reply, if it can be read', () => {
    const { upstream } = processor
    const waits = { status: 'requires_action', psp_ref: 'p' }
    const unsaid = { status: 'requires_action', processorReference: 'p', actionReply: null }
    expect(upstream.parseChargeStatus(waits)).toEqual(unsaid)
    expect(upstream.parseChargeStatus({ ...waits, redirect_url: 'javascript:alert(1)', reply: {} })).toEqual(unsaid)
    expect(upstream.parseChargeStatus({ ...waits, redirect_url: null, reply: 'nonsense' })).toEqual(unsaid)
    for (const view of listAttemptViews().filter(({ action }) => action !== null)) {
      const reply = processor.buildStartReply(view)
      expect(upstream.parseChargeStatus({ ...waits, redirect_url: pageUrl, reply })).toEqual({
        ...unsaid,
        actionReply: upstream.parseChargeReply({
          psp_ref: 'p',
          amount: null,
          currency: null,
          redirect_url: pageUrl,
          reply,
        }),
      })
    }
  })

  test.each(['refunded', 'reversed', 'chargeback'] as const)('reads %s in a status and in a webhook', (status) => {
    const { upstream } = processor
    const charge = { status, psp_ref: 'p', amount: 100, currency: 'USD' }
    const read = { status, processorReference: 'p', amountMinor: 100, currency: 'USD' }
    expect(upstream.parseChargeStatus(charge)).toEqual(read)
    expect(upstream.parseChargeStatus({ ...charge, amount: undefined })).toBeNull()
    expect(upstream.parseWebhook({ event_id: 'e', ref: 'r', charge })).toMatchObject({ charge: read, body: { charge } })
  })

  test('a success without amount, currency or reference is unreadable', () => {
    const { parseChargeStatus } = processor.upstream
    const whole = { status: 'succeeded', psp_ref: 'p', amount: 100, currency: 'USD' }
    expect(parseChargeStatus(whole)).toEqual({
      status: 'succeeded',
      processorReference: 'p',
      amountMinor: 100,
      currency: 'USD',
    })
    for (const broken of [
      { amount: undefined },
      { amount: '100' },
      { amount: 1.5 },
      { amount: -100 },
      { currency: '' },
      { psp_ref: null },
    ]) {
      expect(parseChargeStatus({ ...whole, ...broken })).toBeNull()
    }
  })
})
