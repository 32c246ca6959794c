import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ChargeNames, Processor } from '../processor.ts'
import type { ProtocolTools, ProviderRequest } from '../protocol.ts'
import { signatureWindowMs } from '../signature.ts'
import {
  card,
  charge,
  errorClasses,
  findStartCall,
  hostileReplies,
  listAttemptViews,
  unreadableReplies,
  walletCharge,
} from './conformance-data.ts'
import type { ProviderWords, SaidReply } from './provider-words.ts'

const known: ChargeNames = { reference: charge.reference, processorReference: 'psp-1' }
const unknown: ChargeNames = { ...known, processorReference: null }
const money = { processorReference: 'psp-1', amountMinor: 100, currency: 'USD' }
const nowMs = 1_790_000_000_000
/** No real HMAC: the packages have none. It depends on all of the text, and cannot be guessed from another one. */
const mac = (secret: string, text: string) => {
  let hash = 0n
  for (const letter of `${secret}\n${text}`)
    hash = (hash * 1_000_003n + BigInt(letter.codePointAt(0) ?? 0)) % 2n ** 255n
  return hash.toString(16).padStart(64, '0')
}

/** Tests that requests and parsers keep what the money rules depend on, whatever the protocol. @param words what the provider says */
export function describeUpstream(processor: Processor, words: ProviderWords): void {
  const { upstream } = processor
  const { protocol } = upstream
  const readStatus = ({ json, httpStatus }: SaidReply) => upstream.parseChargeStatus(json, httpStatus)
  const toTools = (value: string): ProtocolTools => ({
    keys: Object.fromEntries(protocol.keyNames.map((name) => [name, [`${name} ${value}`]])),
    mac,
    nowMs,
  })
  const sayStart = () => upstream.buildStartRequest(processor.kind === 'wallet' ? walletCharge : charge)
  const later = (names: ChargeNames): ProviderRequest[] => [
    upstream.buildCompleteRequest(names, { token: 'tok_12345678' }),
    upstream.buildStatusRequest(names),
    upstream.buildCancelRequest(names),
    upstream.buildRefundRequest({ ...names, refundReference: 'refund-1', amountMinor: 5, currency: 'USD' }),
  ]

  describe(`requests of ${processor.name}`, () => {
    test('returns null for anything that is not an answer of the processor, with each HTTP status that it reads', () => {
      for (const status of protocol.readableStatuses) {
        for (const junk of [...unreadableReplies, {}]) {
          expect(upstream.parseChargeReply(junk, status)).toBeNull()
          expect(upstream.parseChargeStatus(junk, status)).toBeNull()
          expect(upstream.parseRefundStatus(junk, status)).toBeNull()
        }
      }
      for (const junk of [...unreadableReplies, {}]) expect(upstream.parseWebhook(junk)).toBeNull()
    })

    test('hostile answers never throw and never read as success', () => {
      fc.assert(
        fc.property(hostileReplies, fc.constantFrom(...protocol.readableStatuses), (reply, status) => {
          expect(upstream.parseChargeStatus(reply, status)?.status).not.toBe('succeeded')
          expect(upstream.parseRefundStatus(reply, status)?.status).not.toBe('refunded')
          expect(['irrelevant', null]).toContain(upstream.parseWebhook(reply))
        }),
        { numRuns: 300 },
      )
    })

    test('a reply keeps only the fields of its schema, and no card number or code', () => {
      const extra = { card, cvv: '987', deposit: { number: card.number }, number: card.number }
      const native = { message: `card ${card.number} refused` }
      let readCount = 0
      for (const view of listAttemptViews().filter(({ state, action }) => state === 'requires_action' && action)) {
        const { json, httpStatus } = words.sayWaitingStart(processor, view, { ...extra, ...native })
        const read = upstream.parseChargeReply(json, httpStatus)
        const said = JSON.stringify(read)
        expect(said).not.toContain(card.number)
        expect(said).not.toContain('987')
        expect(said).not.toContain('deposit')
        if (read !== null) expect(findStartCall(processor).reply.safeParse(read.reply).success).toBe(true)
        readCount += read === null ? 0 : 1
      }
      expect(readCount).toBeGreaterThan(0)
    })

    test('sends the card, or the secure id of a wallet, in the start request only', () => {
      const start = sayStart()
      expect(start).toMatchObject({ call: 'start', reference: charge.reference })
      const sent = JSON.stringify(start)
      const amount = words.sayAmount(charge.amountMinor)
      for (const fact of [charge.reference, amount, charge.notifyUrl, charge.returnUrl]) expect(sent).toContain(fact)
      expect(sent.toUpperCase()).toContain('USD')
      for (const names of [known, unknown]) {
        const others = JSON.stringify(later(names))
        expect(others).not.toContain(card.number)
        expect(others).not.toContain(walletCharge.account.secureId)
      }
    })

    test('each request names our reference, is the same when it is repeated, and has a key if the provider needs one', () => {
      for (const names of [known, unknown]) {
        for (const [index, request] of [sayStart(), ...later(names)].entries()) {
          expect([sayStart(), ...later(names)][index]).toEqual(request)
          expect(request.reference).toBe(charge.reference)
          expect(request.path.startsWith('/')).toBe(true)
          if (request.method === 'GET') expect(request.body).toBeNull()
          if (protocol.idempotencyHeader !== null && request.method === 'POST')
            expect(request.idempotencyKey).toContain(request.call === 'refund' ? 'refund-1' : charge.reference)
        }
      }
      const keys = [sayStart(), ...later(known)].flatMap(({ idempotencyKey: key }) => (key === undefined ? [] : [key]))
      expect(new Set(keys).size).toBe(keys.length)
    })

    test('two refunds of a charge are two requests, and each has its amount', () => {
      const refund = { ...known, refundReference: 'refund-1', amountMinor: 5, currency: 'USD' }
      const [one, two] = [refund, { ...refund, refundReference: 'refund-2', amountMinor: 7 }].map((each) =>
        JSON.stringify(upstream.buildRefundRequest(each)),
      )
      expect(one).toContain('refund-1')
      expect(one).not.toContain('refund-2')
      expect(two).toContain('refund-2')
    })

    test('a reply about another charge or refund is refused', () => {
      const status = upstream.buildStatusRequest(known)
      const refund = upstream.buildRefundRequest({
        ...known,
        refundReference: 'refund-1',
        amountMinor: 5,
        currency: 'USD',
      })
      const isAbout = (request: ProviderRequest, { json }: SaidReply) => protocol.isReplyAbout(json, request)
      const paid = { ...money, status: 'succeeded' }
      expect(isAbout(status, words.sayStatus({ ...paid, reference: charge.reference }))).toBe(true)
      expect(isAbout(status, words.sayStatus({ ...paid, reference: 'other' }))).toBe(false)
      const refunded = { reference: charge.reference, refundReference: 'refund-1', status: 'refunded' } as const
      expect(isAbout(refund, words.sayRefund(refunded))).toBe(true)
      expect(isAbout(refund, words.sayRefund({ ...refunded, refundReference: 'refund-2' }))).toBe(false)
    })

    test('proves each request with its keys, and never has them in the request', () => {
      const sent = { method: 'POST', path: '/start', body: '{}' }
      const [own, other] = ['own', 'other'].map((value) => protocol.authenticate(sent, toTools(value)))
      expect(Object.keys(own ?? {})).not.toHaveLength(0)
      expect(own).not.toEqual(other)
    })

    test('accepts a webhook that was signed with its key lately, and no other', () => {
      const { reference } = charge
      const body = JSON.stringify(words.sayWebhook('e', { ...money, reference, status: 'succeeded' }))
      const webhook = { method: 'POST', path: `/hooks/${upstream.slug}`, body }
      const tools = toTools('own')
      const headers = words.signWebhook(webhook, tools)
      const accept = (change: object = {}, by: Partial<ProtocolTools> = {}) =>
        protocol.isWebhookGenuine({ ...webhook, headers, ...change }, { ...tools, ...by })
      expect(accept()).toBe(true)
      expect(accept({}, { nowMs: nowMs + signatureWindowMs })).toBe(true)
      expect(accept({ body: `${body} ` })).toBe(false)
      expect(accept({ headers: {} })).toBe(false)
      expect(accept({}, toTools('other'))).toBe(false)
      expect(accept({}, { nowMs: nowMs + signatureWindowMs + 1000 })).toBe(false)
      expect(accept({}, { nowMs: nowMs - signatureWindowMs - 1000 })).toBe(false)
      expect(accept({ headers: words.signWebhook(webhook, { ...tools, keys: {} }) })).toBe(false)
      expect(accept({ headers: words.signWebhook(webhook, { ...tools, keys: {} }) }, { keys: {} })).toBe(false)
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
      for (const view of listAttemptViews().filter(({ action }) => action !== null)) {
        const start = words.sayWaitingStart(processor, view)
        expect(readStatus(words.sayWaitingStatus(processor, view))).toEqual({
          status: 'requires_action',
          processorReference: 'p',
          actionReply: upstream.parseChargeReply(start.json, start.httpStatus),
        })
      }
    })

    test.each(['declined_soft', 'declined_hard', 'pending', 'not_found', 'cancelled'] as const)(
      'reads %s',
      (status) => {
        const said = { reference: charge.reference, processorReference: 'psp-1', status, reason: 'no funds' }
        expect(readStatus(words.sayStatus(said))).toMatchObject({ status })
      },
    )

    test.each(['refunded', 'reversed', 'chargeback'] as const)('reads %s in a status and in a webhook', (status) => {
      const said = { ...money, reference: 'r', status }
      expect(readStatus(words.sayStatus(said))).toEqual({ status, ...money })
      expect(readStatus(words.sayStatus({ ...said, amountMinor: undefined }))).toBeNull()
      const event = upstream.parseWebhook(words.sayWebhook('e', said))
      expect(event).toMatchObject({ eventId: 'e', reference: 'r', charge: { status, ...money } })
    })

    test('what is stored of a webhook can be read again, and has no card number', () => {
      for (const status of ['succeeded', 'declined_soft', 'pending', 'chargeback']) {
        const said = words.sayWebhook('e', { ...money, reference: 'r', status, reason: 'no funds' })
        const event = upstream.parseWebhook({ ...(said as object), number: card.number })
        if (event === null || event === 'irrelevant') throw new Error(`the webhook ${status} cannot be read`)
        expect(upstream.parseWebhook(event.body)).toEqual(event)
        expect(JSON.stringify(event)).not.toContain(card.number)
      }
    })

    test('a success without amount, currency or reference is unreadable', () => {
      const whole = { ...money, reference: charge.reference, status: 'succeeded' }
      expect(readStatus(words.sayStatus(whole))).toEqual({ status: 'succeeded', ...money })
      for (const broken of [
        { amountMinor: undefined },
        { amountMinor: '100' },
        { amountMinor: 1.5 },
        { amountMinor: -100 },
        { currency: '' },
        { processorReference: null },
      ]) {
        expect(readStatus(words.sayStatus({ ...whole, ...broken }))).toBeNull()
      }
    })

    test.each(['refunded', 'refused', 'pending'] as const)('reads a refund that is %s', (status) => {
      const { json, httpStatus } = words.sayRefund({ reference: charge.reference, refundReference: 'refund-1', status })
      expect(upstream.parseRefundStatus(json, httpStatus)).toEqual({ status })
    })
  })
}
