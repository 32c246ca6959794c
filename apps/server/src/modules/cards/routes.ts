import { toCardToSave, toSavedCardRecord } from '@tradefront/contract/domain/cards'
import { cardsCalls } from '@tradefront/contract/cards'
import type { ApiCall } from '@tradefront/contract/call'
import type { Processor, ProcessorCall } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import { formatAllowedLengths } from '@tradefront/rules/cards/card-number'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { CountryDetector } from '../../platform/http/geo-country.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type DepositsService, type PaymentProvider, toDepositView } from '../deposits/service.ts'
import type { CardsService, Trader } from './service.ts'

type CardsRoutesDeps = {
  readonly cards: CardsService
  readonly deposits: DepositsService
  readonly provider: PaymentProvider
  readonly gateway: ProcessorGateway
  readonly detectCountry: CountryDetector
}

/** A call of a processor, with the schemas of the processor's folder. */
type JsonCall = ApiCall & { readonly kind?: 'json'; readonly reply: z.ZodMiniType<unknown, unknown> }
type ProcessorRoute = { readonly processor: Processor; readonly step: ProcessorCall }

const idempotencyKeyPattern = /^[\x21-\x7e]{8,100}$/

/** Our own card calls, the calls of each processor, and the webhook and return calls of the processors. */
export function cardsRoutes({ cards, deposits, provider, gateway, detectCountry }: CardsRoutesDeps) {
  const toTrader = (user: SessionUser, request: FastifyRequest): Trader => ({
    id: user.id,
    language: getRequestLocale(request),
    detectedCountry: detectCountry(request),
  })

  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, cardsCalls.saveCard, async ({ user, body, request }) => {
      const toSave = 'remove' in body ? body : toCardToSave(body)
      const { result, card } = await cards.saveCard(user.id, toSave)
      const saved = card && toSavedCardRecord(card)
      if (result.ok) return { ...okReply, card: saved }
      const number = 'remove' in toSave ? '' : toSave.number
      const lengths = formatAllowedLengths(number, getRequestLocale(request))
      return { ...toRefusalReply(request, result.code, { lengths }), card: saved }
    })
    registerCall(app, cardsCalls.openDeposit, async ({ user, body, request }) => {
      const trader = toTrader(user, request)
      const opened = await cards.openCardDeposit(trader, body, readIdempotencyKey(request))
      if (opened.ok) return { ...okReply, deposit: toDepositView(opened.value, trader.language) }
      return { ...toRefusalReply(request, opened.code, opened.params), deposit: null }
    })
    registerCall(app, cardsCalls.getCurrentDeposit, async ({ user, request }) => {
      const { deposit, recent, card, limits } = await cards.getOverview(user.id)
      const language = getRequestLocale(request)
      return {
        ...okReply,
        deposit: deposit && toDepositView(deposit, language),
        recent: recent.map((each) => toDepositView(each, language)),
        card: card && toSavedCardRecord(card),
        limited: limits.isLimited,
        left_today: limits.leftToday,
      }
    })
    registerCall(app, cardsCalls.acceptCardLimit, async () => okReply)
    registerCall(app, cardsCalls.overrideCardLimit, async ({ user }) => {
      await cards.overrideCardLimit(user.id)
      return okReply
    })
    registerCall(app, cardsCalls.traceCascade, async ({ user, body }) => {
      await cards.recordClientLog(user.id, 'rpc', body)
      return okReply
    })
    registerCall(app, cardsCalls.traceZoomScript, async ({ user, body }) => {
      await cards.recordClientLog(user.id, 'zoom_script', body)
      return okReply
    })
    registerProcessorCallbacks(app)
    for (const steps of groupRoutesByPath()) registerProcessorRoutes(app, steps)
  }

  function registerProcessorCallbacks(app: FastifyInstance): void {
    registerCall(
      app,
      cardsCalls.receiveWebhook,
      async ({ params, body, request }) => {
        const isKnown = processors.some(({ upstream }) => upstream.slug === params.processor)
        // The same reply for an unknown processor and a wrong signature, so that neither can be found out.
        if (!isKnown || !gateway.isSignatureValid(request.headers['x-signature'], request.rawBody ?? ''))
          throw new AppError('errors.not_found')
        const event = provider.parseWebhook(params.processor, body)
        if (event === null) throw new AppError('errors.malformed')
        await deposits.receiveWebhook(event)
        return okReply
      },
      // All webhooks of a processor come from one address. An unsigned one costs one hash.
      { csrf: false, perMinute: 600_000 },
    )
    registerCall(
      app,
      cardsCalls.returnFromProcessor,
      async ({ params, body, request, reply }) => {
        const processor = processors.find((each) => each.upstream.slug === params.processor)
        const found = isUuid(body.ref) ? await cards.handleReturn(body.ref) : null
        const isSameProcessor = found !== null && processor?.name === found.processor
        // A post from another site has no cookies, so the language comes from the deposit.
        const language = found?.deposit.language ?? getRequestLocale(request)
        return reply.redirect(
          buildReturnUrl(language, isSameProcessor ? processor : undefined, found?.deposit.id, body.ref),
          303,
        )
      },
      { csrf: false, form: true },
    )
  }

  function registerProcessorRoutes(app: FastifyInstance, routes: readonly [ProcessorRoute, ...ProcessorRoute[]]): void {
    const { call, operation } = routes[0].step
    const selectRoute = (body: unknown): ProcessorRoute => {
      const chosen = routes.find(({ step }) => step.isForRequest?.(body) !== false)
      if (chosen === undefined) throw new AppError('errors.malformed')
      return chosen
    }
    if (operation === 'forward') {
      const redirect: ApiCall & { kind: 'redirect'; access: 'client' } = { ...call, access: 'client', kind: 'redirect' }
      registerCall(
        app,
        redirect,
        async ({ user, body, params, query, request, reply }) => {
          const { processor, step } = selectRoute(body)
          const url = await cards.findRedirectUrl(
            toTrader(user, request),
            processor,
            step.parseReferences?.({ body, params, query }) ?? {},
          )
          // Nothing waits there: the funding page shows the current state.
          return reply.redirect(url ?? `/${getRequestLocale(request)}/trading#/show/funding`, 303)
        },
        {
          redirectRefusalTo: (request, { code }) =>
            `/${getRequestLocale(request)}/${code === 'errors.session' ? 'login?expired' : 'trading'}#/show/funding`,
        },
      )
      return
    }
    const json: JsonCall & { access: 'client' } = { ...call, access: 'client', kind: 'json' }
    if (operation === 'listen') {
      const candidates = routes.map(({ processor }) => processor)
      registerCall(
        app,
        json,
        async ({ sessionHash, body, params, query }) => {
          const { parseReferences } = routes[0].step
          const { transactionId, id } = parseReferences?.({ body, params, query }) ?? {}
          if (!isUuid(transactionId) || !isUuid(id)) throw new AppError('errors.not_found')
          return cards.pollAttempt(sessionHash, candidates, { transactionId, id })
        },
        { session: 'deferred' },
      )
      return
    }
    registerCall(app, json, async ({ user, body, request }) => {
      const { processor, step } = selectRoute(body)
      const trader = toTrader(user, request)
      const key = readIdempotencyKey(request)
      switch (operation) {
        case 'start': {
          const payment = step.parsePayment?.(body) ?? null
          if (payment === null) throw new AppError('errors.malformed')
          return cards.startAttempt(trader, processor, payment, key)
        }
        case 'complete':
          return cards.completeAttempt(trader, processor, step.parseSecret?.(body) ?? {}, key)
        case 'abandon':
          return cards.cancelAttempt(trader, processor)
      }
    })
  }
}

/** The calls of all processors, grouped by path, because some processors share one. */
function groupRoutesByPath(): [ProcessorRoute, ...ProcessorRoute[]][] {
  const groups = new Map<string, [ProcessorRoute, ...ProcessorRoute[]]>()
  for (const processor of processors) {
    for (const step of processor.calls) {
      const name = `${step.call.method} ${step.call.path}`
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [{ processor, step }])
      else group.push({ processor, step })
    }
  }
  return [...groups.values()]
}

/** @throws AppError for a key that our clients never send */
function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) throw new AppError('errors.malformed')
  return key
}

/** The page after a processor's page (spec: funding 2, account 2). */
function buildReturnUrl(
  language: string,
  processor: Processor | undefined,
  id: string | undefined,
  ref: string,
): string {
  const target = processor?.returnTarget
  if (target === undefined || id === undefined) return `/${language}/trading#/show/funding`
  if (target.kind === 'route') return `/${language}/trading#/listen/funding/${target.proc}/${id}/${ref}`
  if (target.kind === 'show') return `/${language}/trading#/show/funding/${target.add}`
  return `/${language}/trading?${target.param}&transaction_id=${ref}&id=${id}`
}

function isUuid(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}
