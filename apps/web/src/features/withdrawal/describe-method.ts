import type { WithdrawalMethodView } from '@tradefront/contract/withdrawal'

import { type Format, useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'

export type MethodDescription = {
  readonly fee: string
  readonly limits: string
  readonly time: string
}

/**
 * Returns a function that describes a method.
 * @param hasUntraded money that goes back as it came, which can have a fee of its own
 */
export function useDescribeMethod(
  currency: string,
  hasUntraded: boolean,
): (method: WithdrawalMethodView) => MethodDescription {
  const t = useTranslate()
  const format = useFormat()
  const money = (amount: number): string => format.money(amount, currency, { isWhole: true })
  return (method) => ({
    fee: hasUntraded
      ? addReturnFee(method, describeFee(method, money, format, t))
      : describeFee(method, money, format, t),
    limits: t('withdrawal.limits', { minimum: money(method.min), maximum: money(method.max) }),
    time: describeHours(method.hours, t),
  })

  function addReturnFee({ returnPercent }: WithdrawalMethodView, fee: string): string {
    if (returnPercent === 0) return fee
    return t('withdrawal.fee_untraded', { fee, return_fee: format.percent(returnPercent / 100, 2) })
  }
}

function describeFee(
  { feePercent: percent, feeFixed: fixed }: WithdrawalMethodView,
  money: (amount: number) => string,
  format: Format,
  t: Translate,
): string {
  if (percent === 0 && fixed === 0) return t('withdrawal.fee_none')
  const share = format.percent(percent / 100, 2)
  return [...(percent === 0 ? [] : [share]), ...(fixed === 0 ? [] : [money(fixed)])].join(' + ')
}

export function describeHours(hours: number, t: Translate): string {
  return hours >= 48
    ? t('withdrawal.time_days', { count: Math.ceil(hours / 24) })
    : t('withdrawal.time_hours', { count: Math.ceil(hours) })
}
