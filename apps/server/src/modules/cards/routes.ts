import { toCardToSave, toSavedCardRecord } from '@tradefront/contract/domain/cards'
import { cardsCalls } from '@tradefront/contract/cards'
import { formatAllowedLengths } from '@tradefront/rules/cards/card-number'
import { maxSavedCards } from '@tradefront/rules/cards/max-saved-cards'
import type { FastifyInstance } from 'fastify'

import type { CountryDetector } from '../../platform/http/geo-country.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { toDepositView } from '../deposits/service.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { toTrader } from './card-request.ts'
import type { CardsService } from './service.ts'

type CardsRoutesDeps = {
  readonly cards: CardsService
  readonly detectCountry: CountryDetector
}

/** The calls of the card tab. */
export function cardsRoutes({ cards, detectCountry }: CardsRoutesDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, cardsCalls.saveCard, async ({ user, body, request }) => {
      const toSave = 'remove' in body ? body : toCardToSave(body)
      const { result, card } = await cards.saveCard(user.id, toSave)
      const saved = card && toSavedCardRecord(card)
      if (result.ok) return { ...okReply, card: saved }
      const number = 'remove' in toSave ? '' : toSave.number
      const lengths = formatAllowedLengths(number, getRequestLocale(request))
      return { ...toRefusalReply(request, result.code, { lengths, count: maxSavedCards }), card: saved }
    })
    registerCall(app, cardsCalls.openDeposit, async ({ user, body, request }) => {
      const trader = toTrader(user, request, detectCountry)
      const { card, ...payment } = body
      const opened = await cards.openCardDeposit(trader, payment, readIdempotencyKey(request), card ?? null)
      if (opened.ok) return { ...okReply, deposit: toDepositView(opened.value, trader.language) }
      return { ...toRefusalReply(request, opened.code, opened.params), deposit: null }
    })
    registerCall(app, cardsCalls.getCurrentDeposit, async ({ user, request }) => {
      const { deposit, recent, card, savedCards, limits } = await cards.getOverview(user)
      const language = getRequestLocale(request)
      return {
        ...okReply,
        deposit: deposit && toDepositView(deposit, language),
        recent: recent.map((each) => toDepositView(each, language)),
        card: card && toSavedCardRecord(card),
        savedCards: savedCards.map((each) => ({
          ...toSavedCardRecord(each),
          limitedUntilMs: limits.findLimitEnd(each)?.getTime() ?? null,
        })),
        isCardLimited: limits.isCardLimited,
        cardLimitedUntilMs: limits.limitedUntil?.getTime() ?? null,
        isLimitAccepted: limits.isLimitAccepted,
        depositsLeftToday: limits.leftToday,
      }
    })
    registerCall(app, cardsCalls.acceptFailLimit, async ({ user }) => {
      await cards.acceptFailLimit(user.id)
      return okReply
    })
    registerCall(app, cardsCalls.ignoreFailLimit, async ({ user }) => {
      const result = await cards.ignoreFailLimit(user.id)
      return result.ok ? okReply : result
    })
    registerCall(app, cardsCalls.traceCascade, async ({ user, body }) => {
      await cards.recordClientLog(user.id, 'rpc', body)
      return okReply
    })
    registerCall(app, cardsCalls.traceZoomScript, async ({ user, body }) => {
      await cards.recordClientLog(user.id, 'zoom_script', body)
      return okReply
    })
  }
}
