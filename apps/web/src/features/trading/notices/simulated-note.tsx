import { useQuery } from '@tanstack/react-query'
import { tradingCalls } from '@tradefront/contract/trading'

import { callQuery } from '../../../platform/api/call-query.ts'
import { useByServerSecond } from '../../../platform/countdown.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useMarket } from '../use-market.ts'

const shownDigits = 8

/** Says that prices are computed, and that the root of today's seeds was published before the day, so that they can be checked. */
export function SimulatedNote() {
  const t = useTranslate()
  const { isSimulated } = useMarket()
  const date = useByServerSecond((nowMs) => new Date(nowMs).toISOString().slice(0, 10))
  const { data } = useQuery({
    ...callQuery(tradingCalls.listMarketDays, {}),
    enabled: isSimulated,
    staleTime: 3_600_000,
  })
  if (!isSimulated) return null
  const root = data?.days.find((day) => day.date === date)?.root
  return (
    <p className="min-w-0 text-13 text-muted" title={root}>
      {t('trading.simulated')}
      {root !== undefined && (
        <span className="tabular max-2xl:hidden">
          {' '}
          · {t('trading.seed_root', { root: root.slice(0, shownDigits) })}
        </span>
      )}
    </p>
  )
}
