import type { ApiCall } from '@tradefront/contract/call'
import type { Processor, ProcessorCall } from '@tradefront/processors/processor'
import { cardProcessors } from '@tradefront/processors/registry'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall } from '../../platform/http/route.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { answerPoll } from './payments/answer-poll.ts'
import { cancelAttempt } from './payments/cancel-attempt.ts'
import { completeAttempt } from './payments/complete-attempt.ts'
import { findRedirectUrl, getFundingUrl } from './payments/redirects.ts'
import { startAttempt } from './payments/start-attempt.ts'
import { toTrader } from './trader.ts'

type JsonCall = ApiCall & { readonly kind?: 'json'; readonly reply: z.ZodMiniType<unknown, unknown> }
type ProcessorRoute = { readonly processor: Processor; readonly step: ProcessorCall }

/** Calls of browsers that are defined in `packages/processors`. */
export function processorRoutes(app: FastifyInstance, context: AppContext): void {
  for (const routes of groupRoutesByPath()) registerRoutes(app, context, routes)
}

function registerRoutes(
  app: FastifyInstance,
  context: AppContext,
  routes: readonly [ProcessorRoute, ...ProcessorRoute[]],
): void {
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
        const url = await findRedirectUrl(
          context,
          toTrader(context, user, request),
          processor,
          step.parseReferences?.({ body, params, query }) ?? {},
        )
        // Without a waiting step, the funding page shows the current state.
        return reply.redirect(url ?? getFundingUrl(getRequestLocale(request)), 303)
      },
      {
        getErrorRedirect: (request, { code }) =>
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
        return answerPoll(context, sessionHash, candidates, { transactionId, id })
      },
      { session: 'deferred' },
    )
    return
  }
  registerCall(app, json, async ({ user, body, request }) => {
    const { processor, step } = selectRoute(body)
    const trader = toTrader(context, user, request)
    const key = readIdempotencyKey(request)
    switch (operation) {
      case 'start': {
        const payment = step.parsePayment?.(body) ?? null
        if (payment === null) throw new AppError('errors.malformed')
        return startAttempt(context, trader, processor, payment, key)
      }
      case 'complete':
        return completeAttempt(context, trader, processor, step.parseSecret?.(body) ?? {}, key)
      case 'cancel':
        return cancelAttempt(context, trader, processor)
    }
  })
}

/** Groups routes, because some processors share a path. */
function groupRoutesByPath(): [ProcessorRoute, ...ProcessorRoute[]][] {
  const groups = new Map<string, [ProcessorRoute, ...ProcessorRoute[]]>()
  for (const processor of cardProcessors) {
    for (const step of processor.calls) {
      const name = `${step.call.method} ${step.call.path}`
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [{ processor, step }])
      else group.push({ processor, step })
    }
  }
  return [...groups.values()]
}
