import { offersCalls } from '@tradefront/contract/offers'
import { promoCalls } from '@tradefront/contract/promo'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { acceptOffer, dismissNotice, ignoreOffer, listOffers, openOffer } from './service.ts'

export function offersRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, promoCalls.storeOfferPromoCode, async ({ user, body }) => {
    const result = await acceptOffer(context, user, body.promo)
    return result.ok ? okReply : result
  })
  registerCall(app, offersCalls.listOffers, async ({ user }) => ({
    ...okReply,
    offers: await listOffers(context, user),
    now: context.clock.now().getTime(),
  }))
  registerCall(app, offersCalls.openOffer, async ({ user, body }) => {
    const result = await openOffer(context, user, body.name)
    return result.ok ? { ...okReply, offers: result.value, now: context.clock.now().getTime() } : result
  })
  registerCall(app, offersCalls.ignoreOffer, async ({ user, body }) => {
    await ignoreOffer(context, user, body.name)
    return okReply
  })
  registerCall(app, offersCalls.dismissNotice, async ({ user, body }) => {
    await dismissNotice(context, user.id, body.name)
    return okReply
  })
}
