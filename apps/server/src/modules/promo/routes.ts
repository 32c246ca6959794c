import { promoCalls } from '@tradefront/contract/promo'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance } from 'fastify'

import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { PromoService } from './service.ts'

/** Codes cannot be guessed by trying them. */
const checksPerMinute = 30

export function promoRoutes({ promo }: { readonly promo: PromoService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(
      app,
      promoCalls.redeemPromoCode,
      async ({ user, body, request }) => {
        const result = await promo.redeemCode(user.id, body.promo)
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
        const result = await promo.checkCode(body.promo, user, body.currency ?? 'USD')
        return result.ok ? { ...okReply, terms: result.value } : result
      },
      { session: 'load', perMinute: checksPerMinute },
    )
    registerCall(app, promoCalls.listBonuses, async ({ user, request }) => {
      const { stored, waiting, refused, bonuses } = await promo.getOverview(user.id, user.currency)
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
      ...(await promo.listEndedBonuses(user.id, body.before ?? null)),
    }))
    registerCall(app, promoCalls.removePromoCode, async ({ user }) => {
      await promo.removeStoredCode(user.id)
      return okReply
    })
    registerCall(app, promoCalls.giveUpBonus, async ({ user, body }) => {
      const result = await promo.giveUpBonus(user.id, body.id)
      return result.ok ? { ...okReply, taken: fromMinor(result.value, user.currency) } : result
    })
  }
}
