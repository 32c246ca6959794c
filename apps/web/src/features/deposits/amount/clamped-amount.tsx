import { clampAmount } from '@tradefront/rules/deposits/amount-limits'
import { useState } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'

type Adjustment = 'raised' | 'lowered'

/** Changes an amount outside the limits when its field is left (spec: funding 5), and remembers that it did so. */
export function useClampedAmount(
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
  onChange: (value: number | null) => void,
) {
  const [adjustment, setAdjustment] = useState<Adjustment | null>(null)
  const setAmount = (value: number | null): void => {
    setAdjustment(null)
    onChange(value)
  }
  const commitAmount = (value: number | null): void => {
    const clamped = clampAmount(value, minimum, maximum)
    if (clamped === value) return
    onChange(clamped)
    setAdjustment(clamped === minimum ? 'raised' : 'lowered')
  }
  return { adjustment, setAmount, commitAmount }
}

/**
 * Help of the amount.
 * @param limits formatted
 */
export function AmountHelp(props: {
  readonly adjustment: Adjustment | null
  readonly limits: { readonly minimum: string; readonly maximum: string }
}) {
  const t = useTranslate()
  const { adjustment, limits } = props
  return (
    <>
      <span role="status" className="block font-medium text-ink empty:hidden">
        {adjustment === null ? '' : t(`deposits.amount_${adjustment}`, limits)}
      </span>
      {t('deposits.amount_help', limits)}
    </>
  )
}
