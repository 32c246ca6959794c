import type { ApiCall } from '@tradefront/contract/call'
import { walletsCalls } from '@tradefront/contract/wallets'
import type { Processor, ProcessorCall } from '@tradefront/processors/processor'
import { wallets } from '@tradefront/processors/registry'
import { parseWalletFields, parseWalletPayment } from '@tradefront/processors/shared/requests'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { answerPoll, type CardCallReply, toTrader } from '../cards/service.ts'
import { findDepositByReference, toDepositView } from '../deposits/service.ts'
import { reportClaim } from './report-claim.ts'
import { startPayment } from './start-payment.ts'
import { topUpSavedCard } from './top-up-saved-card.ts'

type JsonCall = ApiCall & {
  readonly kind?: 'json'
  readonly access: 'client'
  readonly reply: z.ZodMiniType<unknown, unknown>
}

/** Routes of `/api/pay/{method}`, and of the calls of single wallets that are defined in `packages/processors`. */
export function walletsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, walletsCalls.openWalletPayment, async ({ user, params, body, request }) => {
    const wallet = wallets.find(({ upstream }) => upstream.slug === params.method)
    if (wallet === undefined) throw new AppError('errors.not_found')
    return toPayReply(await pay(context, wallet, user, body, request))
  })
  registerCall(app, walletsCalls.topUpSavedCard, async ({ user, body, request }) => {
    const trader = toTrader(context, user, request)
    const { card = null, ...payment } = body
    const reply = await topUpSavedCard(context, user, trader, { payment, card }, readIdempotencyKey(request))
    if (reply === null) return { ...toRefusalReply(request, refuse('wallets.no_top_up')), deposit: null }
    return { ...reply, return: reply['return'] === true }
  })
  registerCall(app, walletsCalls.reportPayment, async ({ user, params, body, request }) => {
    const { amount, fixed, bonus, currency, random, bitcoin = null } = body
    const trader = toTrader(context, user, request)
    const claim = { method: params.method, payment: { amount, fixed, bonus }, currency, note: bitcoin }
    const reported = await reportClaim(context, trader, claim, random)
    if (!reported.ok) return { ...toRefusalReply(request, reported), deposit: null }
    return { ...okReply, id: reported.value.id, deposit: toDepositView(reported.value, trader.language) }
  })
  for (const wallet of wallets) {
    for (const step of wallet.calls.filter(({ params }) => params === undefined))
      registerStep(app, context, wallet, step)
  }
}

function pay(context: AppContext, wallet: Processor, user: SessionUser, body: unknown, request: FastifyRequest) {
  const payment = parseWalletPayment(body)
  if (payment === null) throw new AppError('errors.malformed')
  const fields = parseWalletFields(body)
  const key = fields.random ?? readIdempotencyKey(request)
  return startPayment(context, toTrader(context, user, request), wallet, { payment, fields }, key)
}

function registerStep(
  app: FastifyInstance,
  context: AppContext,
  wallet: Processor,
  { call, operation, parseReferences }: ProcessorCall,
): void {
  const json: JsonCall = { ...call, access: 'client', kind: 'json' }
  if (operation === 'start') {
    registerCall(app, json, ({ user, body, request }) => pay(context, wallet, user, body, request))
    return
  }
  registerCall(
    app,
    json,
    async ({ sessionHash, body, params, query }) => {
      const { transactionId, id } = parseReferences?.({ body, params, query }) ?? {}
      if (!isUuid(transactionId) || (id !== undefined && !isUuid(id))) throw new AppError('errors.not_found')
      return answerWalletPoll(context, sessionHash, wallet, transactionId, id ?? null)
    },
    { session: 'deferred' },
  )
}

/** Answers a poll. @param id null: the deposit is found by the transaction */
async function answerWalletPoll(
  context: AppContext,
  sessionHash: Buffer,
  wallet: Processor,
  transactionId: string,
  id: string | null,
): Promise<CardCallReply> {
  const depositId = id ?? (await findDepositByReference(context, transactionId))?.id ?? null
  return answerPoll(context, sessionHash, [wallet], { transactionId, id: depositId })
}

/** Builds a reply with the same fields for all wallets, whatever a wallet's own call replies. */
function toPayReply(reply: CardCallReply) {
  const { deposit = null } = reply
  if (deposit === null) return { ...reply, return: false } as const
  const { state, step } = deposit
  if (step?.action?.kind === 'redirect')
    return { ...reply, return: true, status: 'redirect', redirect: step.action.url } as const
  if (state === 'failed') return { ...reply, return: false, status: 'failed' } as const
  return { ...reply, return: true, status: state === 'succeeded' ? 'success' : 'pending' } as const
}
