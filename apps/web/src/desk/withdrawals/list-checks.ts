import type { WithdrawalDetails } from '@tradefront/contract/desk'
import { fromMinor } from '@tradefront/rules/ledger/money'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'

const dayMs = 86_400_000
/** An account or a destination that is younger needs a second look. */
const youngDays = 7

/** Lists in words what an operator checks before money leaves. Facts that need a look come first. */
export function listChecks(t: Translate, format: Format, withdrawal: WithdrawalDetails, nowMs: number) {
  const { currency, checks, parts } = withdrawal
  const money = (minor: number) => format.money(fromMinor(minor, currency), currency)
  const newest = Math.max(0, ...parts.map(({ usableFromMs }) => usableFromMs ?? 0))
  const isDestinationOld = newest === 0 || nowMs - newest > youngDays * dayMs
  const profit = checks.withdrawnTotal + withdrawal.amount - checks.depositedTotal
  return [
    {
      id: 'verified',
      isGood: checks.verification === 'Full',
      text: t(checks.verification === 'Full' ? 'desk.check_verified' : 'desk.check_unverified'),
    },
    {
      id: 'age',
      isGood: checks.accountAgeDays >= youngDays,
      text: t('desk.check_age', { days: checks.accountAgeDays }),
    },
    {
      id: 'destination',
      isGood: isDestinationOld,
      text:
        newest === 0
          ? t('desk.check_origin')
          : t(isDestinationOld ? 'desk.check_destination_old' : 'desk.check_destination_new', {
              ago: format.ago(newest, nowMs),
            }),
    },
    {
      id: 'chargebacks',
      isGood: checks.chargebacks === 0,
      text: t('desk.check_chargebacks', { count: checks.chargebacks }),
    },
    {
      id: 'traded',
      isGood: checks.tradeCount > 0,
      text: t('desk.check_trades', { count: checks.tradeCount }),
    },
    {
      id: 'profit',
      isGood: profit <= 0,
      text: profit <= 0 ? t('desk.check_less_out') : t('desk.check_more_out', { amount: money(profit) }),
    },
    {
      id: 'against',
      isGood: checks.against.length === 0,
      text: t('desk.check_against', { count: checks.against.length }),
    },
  ].toSorted((one, other) => Number(one.isGood) - Number(other.isGood))
}
