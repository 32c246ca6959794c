import { promoCalls } from '@tradefront/contract/promo'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import {
  checkPromoCode,
  getPromoOverview,
  giveUpOwnBonus,
  listEndedBonusPage,
  redeemPromoCode,
  removeStoredCode,
} from './service.ts'

/** Low, so that codes cannot be found by trying. */
const checksPerMinute = 30

export function promoRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(
    app,
    promoCalls.redeemPromoCode,
    async ({ user, body, request }) => {
      const result = await redeemPromoCode(context, user, body.promo)
      if (!result.ok) return result
      const locale = getRequestLocale(request)
      const { kind } = result.value
      if (kind === 'stored') return { ...okReply, state: kind, message: translate(locale, 'promo.stored_done') }
      const { bonus, currency } = result.value
      const amount = formatMoney(fromMinor(bonus, currency), currency, locale)
      return { ...okReply, state: kind, message: translate(locale, 'promo.used_done', { amount }) }
    },
    { perMinute: checksPerMinute },
  )
  registerCall(
    app,
    promoCalls.checkPromoCode,
    async ({ user, body }) => {
      const result = await checkPromoCode(context, body.promo, user, body.currency ?? 'USD')
      return result.ok ? { ...okReply, terms: result.value } : result
    },
    { session: 'load', perMinute: checksPerMinute },
  )
  registerCall(app, promoCalls.listBonuses, async ({ user, request }) => {
    const { stored, waiting, refused, bonuses } = await getPromoOverview(context, user.id, user.currency)
    // Reasons are text keys.
    const describe = (reason: string) => ({
      reason,
      message: translate(getRequestLocale(request), reason as TextKey),
    })
    return {
      ...okReply,
      stored: stored && { ...stored, refusal: stored.refusal && describe(stored.refusal) },
      waiting,
      refused: refused && {
        ...describe(refused.reason),
        code: refused.code,
        atMs: refused.decidedAt.getTime(),
        hasDeposit: refused.hasDeposit,
      },
      bonuses: [...bonuses],
    }
  })
  registerCall(app, promoCalls.listEndedBonuses, async ({ user, body }) => ({
    ...okReply,
    ...(await listEndedBonusPage(context, user.id, body.before ?? null)),
  }))
  registerCall(app, promoCalls.removePromoCode, async ({ user }) => {
    await removeStoredCode(context, user.id)
    return okReply
  })
  registerCall(app, promoCalls.giveUpBonus, async ({ user, body }) => {
    const result = await giveUpOwnBonus(context, user.id, body.id)
    return result.ok ? { ...okReply, taken: fromMinor(result.value, user.currency) } : result
  })
}
