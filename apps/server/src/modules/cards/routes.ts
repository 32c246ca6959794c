import { toCardToSave } from '@tradefront/contract/domain/cards'
import { cardsCalls } from '@tradefront/contract/cards'
import type { ApiCall } from '@tradefront/contract/call'
import type { Processor, ProcessorCall } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { CountryDetector } from '../../platform/http/geo-country.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Trader } from './card-payments.ts'
import type { CardsService } from './service.ts'

type CardsRoutesDeps = {
  readonly cards: CardsService
  readonly gateway: ProcessorGateway
  readonly detectCountry: CountryDetector
}

/** A call of a processor; bodies and replies are checked by the schemas that stand in the processor's file. */
type JsonCall = ApiCall & { readonly kind?: 'json'; readonly reply: z.ZodMiniType<unknown, unknown> }
type ProcessorRoute = { readonly processor: Processor; readonly step: ProcessorCall }

const idempotencyKeyPattern = /^[\x21-\x7e]{8,100}$/

/** The calls of the card tab: our own, the processors' by their files, and the two doors for the processors themselves. */
export function cardsRoutes({ cards, gateway, detectCountry }: CardsRoutesDeps) {
  const toTrader = (user: SessionUser, request: FastifyRequest): Trader => ({
    id: user.id,
    language: getRequestLocale(request),
    detectedCountry: detectCountry(request),
  })

  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, cardsCalls.saveCard, async ({ user, body, request }) =>
      cards.saveCard(user.id, getRequestLocale(request), 'remove' in body ? body : toCardToSave(body)),
    )
    registerCall(app, cardsCalls.openDeposit, async ({ user, body, request }) =>
      cards.openDeposit(toTrader(user, request), body, readIdempotencyKey(request)),
    )
    registerCall(app, cardsCalls.getCurrentDeposit, async ({ user, request }) =>
      cards.getOverview(toTrader(user, request)),
    )
    registerCall(app, cardsCalls.cancelDepositStep, async ({ user, body, request }) =>
      cards.cancelAttempt(toTrader(user, request), body.id, body.after),
    )
    registerCall(app, cardsCalls.requestRefund, async ({ user, body, request }) =>
      cards.requestRefund(toTrader(user, request), body.id),
    )
    registerCall(app, cardsCalls.acceptCardLimit, async () => ({ return: true }))
    registerCall(app, cardsCalls.overrideCardLimit, async ({ user }) => cards.ignoreLimit(user.id))
    registerCall(app, cardsCalls.traceCascade, async ({ user, body }) => cards.recordTrace(user.id, 'rpc', body))
    registerCall(app, cardsCalls.traceZoomScript, async ({ user, body }) =>
      cards.recordTrace(user.id, 'zoom_script', body),
    )
    registerProcessorCallbacks(app)
    for (const steps of groupRoutesByPath()) registerProcessorRoutes(app, steps)
  }

  function registerProcessorCallbacks(app: FastifyInstance): void {
    registerCall(
      app,
      cardsCalls.receiveWebhook,
      async ({ params, body, request }) => {
        const upstream = processors.find((each) => each.upstream.slug === params.processor)?.upstream
        // An unknown processor and a wrong signature answer alike: nothing is said to a stranger.
        if (
          upstream === undefined ||
          !gateway.isSignatureValid(request.headers['x-signature'], request.rawBody ?? '')
        ) {
          throw new AppError('errors.not_found')
        }
        const event = upstream.parseWebhook(body)
        if (event === null) throw new AppError('errors.malformed')
        await cards.receiveWebhook(upstream.slug, event, body)
        return { return: true }
      },
      // All of a processor's events come from one address; what is not signed costs one hash.
      { csrf: false, perMinute: 600_000 },
    )
    registerCall(
      app,
      cardsCalls.returnFromProcessor,
      async ({ params, body, request, reply }) => {
        const processor = processors.find((each) => each.upstream.slug === params.processor)
        const found = isUuid(body.ref) ? await cards.handleReturn(body.ref) : null
        const isSameProcessor = found !== null && processor?.name === found.processor
        // A post from another site comes without cookies: the trader's own language is the deposit's.
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
          // Nothing waits there (any more): the funding page says how things stand.
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
          const reply = await cards.pollAttempt(sessionHash, candidates, { transactionId, id })
          if (reply === null) throw new AppError('errors.session')
          return reply
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
          return cards.cancelAttemptAt(trader, processor)
      }
    })
  }
}

/** Every processor's calls, those that share a path together. */
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

/** The idempotency key of a request; one that could not have been made by a client of ours is refused. */
function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) throw new AppError('errors.malformed')
  return key
}

/** Where the browser lands after a processor's page (spec: funding 2, account 2). */
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
