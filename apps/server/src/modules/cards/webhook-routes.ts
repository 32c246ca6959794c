import { cardsCalls } from '@tradefront/contract/cards'
import type { Processor } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import { signatureHeader } from '@tradefront/processors/signature'
import type { FastifyInstance } from 'fastify'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { NewAlert } from '../alerts/service.ts'
import { buildPrecheckAlert, type DepositsService, type PaymentProvider } from '../deposits/service.ts'
import { getFundingUrl } from './card-request.ts'
import type { CardsService } from './service.ts'

type WebhookRoutesDeps = {
  readonly cards: CardsService
  readonly deposits: DepositsService
  readonly raiseAlert: (alert: NewAlert) => Promise<void>
  readonly providers: Readonly<Record<Processor['kind'], PaymentProvider>>
  readonly gateway: ProcessorGateway
}

export function webhookRoutes({ cards, deposits, raiseAlert, providers, gateway }: WebhookRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(
      app,
      cardsCalls.receiveWebhook,
      async ({ params, body, request }) => {
        const processor = processors.find(({ upstream }) => upstream.slug === params.processor)
        // An unknown processor and a bad signature get the same reply, so that neither is revealed.
        const signed = { method: request.method, path: request.url, body: request.rawBody ?? '' }
        if (
          processor === undefined ||
          !gateway.isSignatureValid(params.processor, request.headers[signatureHeader], signed)
        )
          throw new AppError('errors.not_found')
        const event = providers[processor.kind].parseWebhook(params.processor, body)
        if (event === null) throw new AppError('errors.malformed')
        // Also about an attempt of a processor that charges, or of none.
        if (!processor.canCharge && event.result?.state === 'succeeded') {
          await raiseAlert(buildPrecheckAlert(processor.name, event.reference))
          throw new AppError('errors.not_found')
        }
        await deposits.receiveWebhook(event)
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
        const found = isUuid(body.ref) ? await cards.handleReturn(body.ref) : null
        const isSameProcessor = found !== null && processor?.name === found.processor
        // A post from another site has no cookies.
        const language = found?.deposit.language ?? getRequestLocale(request)
        return reply.redirect(
          buildReturnUrl(language, isSameProcessor ? processor : undefined, found?.deposit.id, body.ref),
          303,
        )
      },
      { csrf: false, form: true },
    )
  }
}

/** spec: funding 2, account 2 */
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
