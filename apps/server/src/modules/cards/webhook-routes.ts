import { cardsCalls } from '@tradefront/contract/cards'
import type { Processor } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { getRequestLocale, toServedLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { raiseAlert } from '../alerts/service.ts'
import { buildPrecheckAlert, receiveWebhook } from '../deposits/service.ts'
import { getFundingUrl, handleReturn } from './payments/redirects.ts'

export function webhookRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(
    app,
    cardsCalls.receiveWebhook,
    async ({ params, body, request }) => {
      const processor = processors.find(({ upstream }) => upstream.slug === params.processor)
      // An unknown processor and a bad signature get the same reply, so that neither is revealed.
      const { method, url: path, headers, rawBody = '' } = request
      const webhook = { method, path, headers, body: rawBody }
      if (processor === undefined || !(await context.processors.isWebhookGenuine(processor.upstream, webhook)))
        throw new AppError('errors.not_found')
      const event = context.providers[processor.kind].parseWebhook(params.processor, body)
      if (event === null) throw new AppError('errors.malformed')
      if (event === 'irrelevant') return okReply
      // A processor that cannot charge never reports a success, whatever attempt it names.
      if (!processor.canCharge && event.result?.state === 'succeeded') {
        await raiseAlert(context.db, buildPrecheckAlert(processor.name, event.reference), context.clock.now())
        throw new AppError('errors.not_found')
      }
      await receiveWebhook(context, event)
      return okReply
    },
    // All webhooks of a processor come from one address.
    { csrf: false, perMinute: 600_000 },
  )
  registerCall(
    app,
    cardsCalls.returnFromProcessor,
    async ({ params, body, request, reply }) => {
      const processor = processors.find((each) => each.upstream.slug === params.processor)
      const found = isUuid(body.ref) ? await handleReturn(context, body.ref) : null
      const isSameProcessor = found !== null && processor?.name === found.processor
      // A post from another site has no cookies.
      const language = found === null ? getRequestLocale(request) : toServedLocale(app, found.deposit.language)
      return reply.redirect(
        buildReturnUrl(language, isSameProcessor ? processor : undefined, found?.deposit.id, body.ref),
        303,
      )
    },
    { csrf: false, form: true },
  )
}

/** Builds the address of the page to return to (spec: funding 2, account 2). */
function buildReturnUrl(
  language: string,
  processor: Processor | undefined,
  id: string | undefined,
  ref: string,
): string {
  const target = processor?.returnTarget
  if (target === undefined || id === undefined) return getFundingUrl(language)
  if (target.kind === 'route') return `/${language}/trading#/listen/funding/${target.proc}/${id}/${ref}`
  if (target.kind === 'show') return `/${language}/trading#/show/funding/${target.add}`
  return `/${language}/trading?${target.param}&transaction_id=${ref}&id=${id}`
}
