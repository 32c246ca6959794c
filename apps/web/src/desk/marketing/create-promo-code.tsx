import type { ActionInput } from '@tradefront/contract/operator-actions'
import { computeMaxCost, type PromoAudience, promoAudiences } from '@tradefront/rules/promo/promo-terms'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { AmountField, toMinorAmount } from '../money/amount-field.tsx'
import { PromoFields, readUses, toEnd } from './promo-fields.tsx'

type Kind = 'amount' | 'percent'

/** Returns the first values of the form. The code starts at the moment when the form is loaded. */
function startForm() {
  return {
    code: '',
    kind: 'amount' as Kind,
    bonus: null as number | null,
    percent: '',
    audience: 'everyone' as PromoAudience,
    minDeposit: null as number | null,
    perTrader: '1',
    bounds: { uses: '100', lastDay: null as Parameters<typeof toEnd>[0] },
    startsAtMs: serverNow(),
  }
}

type Form = ReturnType<typeof startForm>

/** Reads the form. Null: something is missing, or does not fit together. */
function readForm(form: Form): ActionInput<'promo.create'> | null {
  const isPercent = form.kind === 'percent'
  const bonus = isPercent ? null : toMinorAmount(form.bonus, baseCurrency)
  const percent = isPercent ? readCount(form.percent, 100) : null
  const minDeposit = toMinorAmount(form.minDeposit, baseCurrency)
  const perTrader = readCount(form.perTrader, 1000)
  const maxUses = readUses(form.bounds.uses)
  const endsAtMs = toEnd(form.bounds.lastDay)
  const isGift = minDeposit === null
  if (!/^[A-Z0-9-]{3,40}$/.test(form.code) || maxUses === undefined || perTrader === null) return null
  if ((isPercent ? percent : bonus) === null || (isPercent && isGift) || (isGift && perTrader > 1)) return null
  if ((form.audience === 'offer' && !isPercent) || (endsAtMs !== null && endsAtMs <= form.startsAtMs)) return null
  return {
    promo: form.code,
    audience: form.audience,
    percent,
    bonus,
    minDeposit,
    maxUses,
    endsAtMs,
    startsAtMs: form.startsAtMs,
    maxUsesPerTrader: perTrader,
    amount: computeMaxCost(bonus, maxUses),
    currency: baseCurrency,
  }
}

function readCount(text: string, most: number): number | null {
  const count = Number(text)
  return Number.isInteger(count) && count >= 1 && count <= most ? count : null
}

export function CreatePromoCode() {
  const t = useTranslate()
  const [form, setForm] = useState(startForm)
  const set = (change: Partial<Form>) => setForm({ ...form, ...change })
  const isPercent = form.kind === 'percent'
  const bonus = isPercent ? null : toMinorAmount(form.bonus, baseCurrency)
  return (
    <ActionButton
      action="promo.create"
      tone="primary"
      title={t('desk_marketing.create_title')}
      input={readForm(form)}
      onOrdered={() => setForm(startForm())}
    >
      <TextField
        label={t('desk_marketing.code')}
        help={t('desk_marketing.code_help')}
        value={form.code}
        onChange={(code) => set({ code: code.toUpperCase() })}
        autoCapitalize="characters"
        dir="ltr"
        maxLength={40}
      />
      <SegmentedControl
        label={t('desk_marketing.bonus')}
        options={(['amount', 'percent'] as const).map((id) => ({ id, label: t(`desk_marketing.by_${id}`) }))}
        value={form.kind}
        onChange={(kind) => set({ kind })}
        isWide
      />
      {isPercent ? (
        <TextField
          label={t('desk_marketing.percent')}
          inputMode="numeric"
          suffix="%"
          value={form.percent}
          onChange={(percent) => set({ percent })}
          maxLength={3}
        />
      ) : (
        <AmountField
          label={t('desk_marketing.bonus')}
          value={form.bonus}
          onChange={(value) => set({ bonus: value })}
          currency={baseCurrency}
        />
      )}
      <AmountField
        label={t('desk_marketing.min_deposit')}
        help={t(isPercent ? 'desk_marketing.min_deposit_needed' : 'desk_marketing.min_deposit_help')}
        value={form.minDeposit}
        onChange={(minDeposit) => set({ minDeposit })}
        currency={baseCurrency}
      />
      <Select
        label={t('desk_marketing.audience')}
        help={form.audience === 'offer' ? t('desk_marketing.offer_help') : undefined}
        value={form.audience}
        options={promoAudiences.map((id) => ({ id, label: t(`desk_marketing.audience_${id}`) }))}
        onChange={(audience) => set({ audience })}
      />
      <TextField
        label={t('desk_marketing.per_trader')}
        help={t('desk_marketing.per_trader_help')}
        inputMode="numeric"
        value={form.perTrader}
        onChange={(perTrader) => set({ perTrader })}
        maxLength={4}
      />
      <PromoFields bounds={form.bounds} bonus={bonus} onChange={(bounds) => set({ bounds })} />
    </ActionButton>
  )
}
