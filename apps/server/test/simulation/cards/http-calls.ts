import { fromCardToSave } from '@tradefront/contract/domain/cards'
import { buildCallBody } from '@tradefront/processors/shared/requests'
import type { Processor, ProcessorCall, ProcessorOperation } from '@tradefront/processors/processor'
import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'
import type { TextKey } from '@tradefront/texts/keys'
import type { FastifyInstance, InjectOptions } from 'fastify'

import type { AppContext } from '../../../src/context.ts'
import type { Clock } from '../../../src/platform/clock.ts'
import { hmacSha256 } from '../../../src/platform/crypto/hmac-sha256.ts'
import { csrfHeader } from '../../../src/platform/http/csrf.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import { createCardRoutesServer, processorSecrets } from '../../fixtures/cards/card-routes-server.ts'
import type { CardCallReply } from '../../../src/modules/cards/service.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import { claimNote, type ServerCalls, walletSecrets } from './server-calls.ts'
import type { Webhook } from './simulated-processors.ts'
import { idempotencyKeys, type SimulatedTrader } from './simulated-trader.ts'

/** Returns whether the server has accepted a request without the proof that it needs. */
export type ForgeryProbe = (trader: SimulatedTrader, webhook: Webhook, random: Random) => Promise<boolean>

type Reply = { readonly status: number; readonly json: unknown }

const webhookAddress = (slug: string) => `/hooks/${slug}`
/** Statuses with which a trader's own request is never refused. */
const unexpectedStatuses: readonly number[] = [400, 401, 403, 413, 415, 429]
const unusedPayment = { amount: 0, fixed: 0, bonus: 0 } as const
const json = { 'content-type': 'application/json' }

/** Creates calls that are sent like those of a browser or a processor. @param worldClock of traders and processors */
export async function createHttpCalls(context: AppContext, worldClock: Clock) {
  const http = await createCardRoutesServer(context)
  const loadHeaders = createHeaderLoader(http)

  const send = async (options: InjectOptions): Promise<Reply> => {
    const { statusCode, body, headers } = await http.inject(options)
    const isJson = String(headers['content-type']).startsWith('application/json')
    return { status: statusCode, json: isJson ? JSON.parse(body) : null }
  }
  const post = async (trader: SimulatedTrader, url: string, body: object, key: string | null = null) => {
    const headers = { ...(await loadHeaders(trader)), ...json, ...(key !== null && { 'idempotency-key': key }) }
    return readReply(await send({ method: 'POST', url, headers, payload: JSON.stringify(body) }))
  }
  const signWebhook = (slug: string, path: string, payload: string) => {
    const signed = { method: 'POST', path, body: payload }
    const secret = getProcessorSecret(hmacSha256, processorSecrets, slug)
    return signRequest(hmacSha256, secret, signed, worldClock.now().getTime())
  }
  const postWebhook = (slug: string, payload: string, signature: string) =>
    send({ method: 'POST', url: webhookAddress(slug), headers: { ...json, [signatureHeader]: signature }, payload })

  const calls: ServerCalls = {
    saveCard: (trader, card) =>
      post(trader, '/api/card/save', fromCardToSave(card, { currency: trader.currency, isCardLimited: false })),
    startAttempt: async (trader, processor, payment, key) => {
      const step = findCall(processor, 'start')
      // Some processors' calls do not have all fields of a payment.
      if (key !== null) {
        const opened = await post(trader, '/api/card/deposit', payment, key)
        if (opened.deposit === null) return opened
      }
      return post(trader, step.call.path, buildCallBody(step, { payment, transactionId: '', id: '' }), key)
    },
    startWallet: (trader, wallet, payment, key) => {
      const step = findCall(wallet, 'start')
      const fields = { email: trader.profile.email, currency: trader.currency, random: key, ...walletSecrets }
      const body = buildCallBody(step, { payment, transactionId: '', id: '', wallet: fields })
      return post(trader, step.call.path.replace(':method', step.params?.['method'] ?? ''), body, key)
    },
    reportClaim: (trader, { method }, payment, key) => {
      const fields = { email: trader.profile.email, currency: trader.currency, random: key, bitcoin: claimNote }
      return post(trader, `/api/report/${method}`, { ...payment, ...fields })
    },
    redeemCode: (trader, promo) => post(trader, '/api/promo', { promo }),
    removeStoredCode: (trader) => post(trader, '/api/promo/remove', {}),
    completeAttempt: (trader, processor, secret, key) => {
      const step = findCall(processor, 'complete')
      const payment = trader.payments[key ?? idempotencyKeys[0]]
      const body = buildCallBody(step, { payment, transactionId: '', id: '', ...secret })
      return post(trader, step.call.path, body, key)
    },
    cancelAttempt: (trader, processor) => {
      const step = findCall(processor, 'cancel')
      return post(trader, step.call.path, buildCallBody(step, { payment: unusedPayment, transactionId: '', id: '' }))
    },
    forwardToPage: async (trader, processor) => {
      const step = findCall(processor, 'forward')
      const fields = buildCallBody(step, { payment: trader.payments[idempotencyKeys[0]], transactionId: '', id: '' })
      const query = new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const headers = await loadHeaders(trader)
      return readReply(await send({ method: 'GET', url: `${step.call.path}?${query.toString()}`, headers }))
    },
    pollAttempt: async (trader, processor, { transactionId, id }) => {
      const step = processor.calls.find(({ operation }) => operation === 'listen')
      // The direct call answers in the same way.
      if (step === undefined) throw new AppError('errors.not_found')
      return post(trader, step.call.path, buildCallBody(step, { payment: unusedPayment, transactionId, id }))
    },
    cancelStep: (trader, id, after) => post(trader, '/api/card/deposit/cancel', { id, after }),
    requestRefund: (trader, id) => post(trader, '/api/card/deposit/refund', { id }),
    handleReturn: async (slug, reference) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams({ ref: reference }).toString()
      return readReply(await send({ method: 'POST', url: `/return/${slug}`, headers, payload }))
    },
    sendWebhook: async ({ slug, body }) => {
      const payload = JSON.stringify(body)
      readReply(await postWebhook(slug, payload, signWebhook(slug, webhookAddress(slug), payload)))
    },
  }

  const probeForgery: ForgeryProbe = async (trader, { slug, body }, random) => {
    const payload = JSON.stringify(body)
    const sendWebhook = async (signature: string, sent = payload) => (await postWebhook(slug, sent, signature)).status
    const startCall = async (headers: Record<string, string>) => {
      const payment = JSON.stringify(trader.payments[idempotencyKeys[0]])
      return (await send({ method: 'POST', url: '/api/card/deposit', headers, payload: payment })).status
    }
    const { cookie = '', ...token } = await loadHeaders(trader)
    const path = webhookAddress(slug)
    const forge = random.pick([
      () => sendWebhook(''),
      () => sendWebhook(signWebhook('other', path, payload)),
      () => sendWebhook(signWebhook(slug, webhookAddress('other'), payload)),
      () => sendWebhook(signWebhook(slug, path, payload), `${payload} `),
      () => startCall({ ...json, cookie }),
      () => startCall({ ...json, ...token }),
      () =>
        startCall({
          ...json,
          ...token,
          cookie: cookie.replace(/session=./, (start) => (start === 'session=_' ? 'session=-' : 'session=_')),
        }),
    ])
    const status = await forge()
    return status < 400
  }
  return { calls, probeForgery }
}

/** Creates a function that loads cookies and CSRF token of each trader. */
function createHeaderLoader(http: FastifyInstance) {
  const headersByTrader = new Map<number, Record<string, string>>()
  return async ({ id, sessionToken }: SimulatedTrader): Promise<Record<string, string>> => {
    const known = headersByTrader.get(id)
    if (known !== undefined) return known
    const session = `session=${sessionToken}`
    const reply = await http.inject({ method: 'GET', url: '/csrf', headers: { cookie: session } })
    const cookie = [session, ...reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)]
    const headers = { cookie: cookie.join('; '), [csrfHeader]: reply.json<{ csrf: string }>().csrf }
    headersByTrader.set(id, headers)
    return headers
  }
}

/** Reads a reply. @throws AppError as the use cases do */
function readReply({ status, json: reply }: Reply): CardCallReply {
  if (status === 200 || status === 303) return typeof reply === 'object' && reply !== null ? { ...reply } : {}
  if (unexpectedStatuses.includes(status)) throw new Error(`refused with ${status}: ${JSON.stringify(reply)}`)
  throw new AppError((reply as { readonly error: TextKey }).error)
}

function findCall(processor: Processor, operation: ProcessorOperation): ProcessorCall {
  const found = processor.calls.find((each) => each.operation === operation)
  if (found === undefined) throw new Error(`${processor.name} has no call ${operation}`)
  return found
}
