import { offersCalls } from '@tradefront/contract/offers'
import { promoCalls } from '@tradefront/contract/promo'
import type { FastifyInstance } from 'fastify'

import type { Clock } from '../../platform/clock.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { Offers } from './service.ts'

export function offerRoutes({ offers, clock }: { readonly offers: Offers; readonly clock: Clock }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, promoCalls.storeOfferPromoCode, async ({ user, body }) => {
      const result = await offers.acceptOffer(user.id, body.promo)
      return result.ok ? okReply : result
    })
    registerCall(app, offersCalls.listOffers, async ({ user }) => ({
      ...okReply,
      offers: await offers.listOffers(user),
      now: clock.now().getTime(),
    }))
    registerCall(app, offersCalls.openOffer, async ({ user, body }) => {
      const result = await offers.openOffer(user, body.name)
      return result.ok ? { ...okReply, offers: result.value, now: clock.now().getTime() } : result
    })
    registerCall(app, offersCalls.ignoreOffer, async ({ user, body }) => {
      await offers.ignoreOffer(user, body.name)
      return okReply
    })
    registerCall(app, offersCalls.dismissSuggestion, async ({ user, body }) => {
      await offers.dismissSuggestion(user.id, body.name)
      return okReply
    })
  }
}
