import { type CalendarDate, getLocalTimeZone, parseAbsolute, toCalendarDate } from '@internationalized/date'
import { computeMaxCost } from '@tradefront/rules/promo/promo-terms'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

export type PromoBounds = { readonly uses: string; readonly lastDay: CalendarDate | null }

/** Reads a number of uses. Undefined: a code cannot have it. Null: there is no limit. */
export function readUses(uses: string): number | null | undefined {
  if (uses.trim() === '') return null
  const count = Number(uses)
  return Number.isInteger(count) && count >= 1 && count <= 1_000_000 ? count : undefined
}

/** Returns when a code ends. The last day counts as a whole, in the time zone of the operator. */
export const toEnd = (lastDay: CalendarDate | null): number | null =>
  lastDay === null ? null : lastDay.add({ days: 1 }).toDate(getLocalTimeZone()).getTime()

/** Returns the last day before a code ends. */
export const toLastDay = (endsAtMs: number | null): CalendarDate | null =>
  endsAtMs === null ? null : toCalendarDate(parseAbsolute(new Date(endsAtMs - 1).toISOString(), getLocalTimeZone()))

/**
 * Fields for how often a code can be used and until when, and what that can cost.
 * @param props.bonus in minor units; null for a percentage
 */
export function PromoFields(props: {
  readonly bounds: PromoBounds
  readonly bonus: number | null
  readonly onChange: (bounds: PromoBounds) => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const lang = useLocaleTag()
  const { bounds, bonus, onChange } = props
  const uses = readUses(bounds.uses)
  const cost = computeMaxCost(bonus, uses ?? null)
  const words = {
    open: t('desk_money.open_calendar'),
    previous: t('desk_money.previous_month'),
    next: t('desk_money.next_month'),
  }
  return (
    <>
      <TextField
        label={t('desk_marketing.max_uses')}
        help={t('desk_marketing.max_uses_help')}
        error={uses === undefined ? t('desk_marketing.max_uses_wrong') : ''}
        inputMode="numeric"
        value={bounds.uses}
        onChange={(value) => onChange({ ...bounds, uses: value })}
        maxLength={7}
      />
      <DateField
        label={t('desk_marketing.last_day')}
        value={bounds.lastDay}
        onChange={(lastDay) => {
          onChange({ ...bounds, lastDay })
          return true
        }}
        {...{ words, lang }}
      />
      <p className="rounded-field bg-raised px-3 py-2">
        {cost === null
          ? t('desk_marketing.cost_unknown')
          : t('desk_marketing.cost_max', { cost: format.money(fromMinor(cost, baseCurrency), baseCurrency) })}
      </p>
    </>
  )
}
