import { toCardToSave, toSavedCardRecord } from '@tradefront/contract/domain/cards'
import { cardsCalls } from '@tradefront/contract/cards'
import { formatAllowedLengths } from '@tradefront/rules/cards/card-number'
import { maxSavedCards } from '@tradefront/rules/cards/max-saved-cards'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { toDepositView } from '../deposits/service.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { acceptFailLimit, ignoreFailLimit } from './payments/card-limits.ts'
import { findOrOpenCardDeposit } from './payments/find-or-open-card-deposit.ts'
import { listSavedCards, removeCard, saveCard } from './saved-cards.ts'
import { recordClientLog, showOverview } from './service.ts'
import { toTrader } from './trader.ts'

/** The calls of the card tab. */
export function cardsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, cardsCalls.saveCard, async ({ user, body, request }) => {
    const result =
      'remove' in body
        ? await removeCard(context, user.id, body.card ?? null)
        : await saveCard(context, user.id, toCardToSave(body))
    const { current } = await listSavedCards(context, user.id)
    const card = current && toSavedCardRecord(current)
    if (result.ok) return { ...okReply, card }
    const number = 'remove' in body ? '' : toCardToSave(body).number
    const lengths = formatAllowedLengths(number, getRequestLocale(request))
    return { ...toRefusalReply(request, refuse(result.code, { lengths, count: maxSavedCards })), card }
  })
  registerCall(app, cardsCalls.openDeposit, async ({ user, body, request }) => {
    const trader = toTrader(context, user, request)
    const { card, ...payment } = body
    const opened = await findOrOpenCardDeposit(context, trader, payment, readIdempotencyKey(request), card ?? null)
    if (opened.ok) return { ...okReply, deposit: toDepositView(opened.value, trader.language) }
    return { ...toRefusalReply(request, opened), deposit: null }
  })
  registerCall(app, cardsCalls.getCurrentDeposit, ({ user, request }) =>
    showOverview(context, user, getRequestLocale(request)),
  )
  registerCall(app, cardsCalls.acceptFailLimit, async ({ user }) => {
    await acceptFailLimit(context, user.id)
    return okReply
  })
  registerCall(app, cardsCalls.ignoreFailLimit, async ({ user }) => {
    const result = await ignoreFailLimit(context, user.id)
    return result.ok ? okReply : result
  })
  registerCall(app, cardsCalls.traceCascade, async ({ user, body }) => {
    await recordClientLog(context, user.id, 'rpc', body)
    return okReply
  })
  registerCall(app, cardsCalls.traceZoomScript, async ({ user, body }) => {
    await recordClientLog(context, user.id, 'zoom_script', body)
    return okReply
  })
}
