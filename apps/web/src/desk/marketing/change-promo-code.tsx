import type { DeskPromoCode } from '@tradefront/contract/desk-marketing'
import { computeMaxCost } from '@tradefront/rules/promo/promo-terms'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ActionButton } from '../action-button.tsx'
import { PromoFields, readUses, toEnd, toLastDay } from './promo-fields.tsx'

export function ChangePromoCode({ code }: { readonly code: DeskPromoCode }) {
  const t = useTranslate()
  const [bounds, setBounds] = useState(() => ({
    uses: code.maxUses === null ? '' : String(code.maxUses),
    lastDay: toLastDay(code.endsAtMs),
  }))
  const maxUses = readUses(bounds.uses)
  const isClear = maxUses !== undefined && (maxUses === null || maxUses >= code.uses)
  return (
    <ActionButton
      action="promo.change"
      size="sm"
      title={t('desk_marketing.change_title', { code: code.code })}
      input={
        isClear
          ? {
              promo: code.code,
              endsAtMs: toEnd(bounds.lastDay),
              maxUses,
              amount: computeMaxCost(code.amount, maxUses),
              currency: baseCurrency,
            }
          : null
      }
    >
      <PromoFields bounds={bounds} bonus={code.amount} onChange={setBounds} />
    </ActionButton>
  )
}
