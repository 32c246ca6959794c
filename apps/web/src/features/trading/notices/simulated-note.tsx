import { useQuery } from '@tanstack/react-query'
import { tradingCalls } from '@tradefront/contract/trading'

import { callQuery } from '../../../platform/api/call-query.ts'
import { useByServerSecond } from '../../../platform/countdown.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useMarket } from '../use-market.ts'

const shownDigits = 8

/** The prices are computed; the hash of today's seed was published before the day, so that they can be checked. */
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
  const hash = data?.days.find((day) => day.date === date)?.seedHash
  return (
    <p className="text-13 text-muted" title={hash}>
      {t('trading.simulated')}
      {hash !== undefined && (
        <span className="tabular max-sm:hidden"> · {t('trading.seed_hash', { hash: hash.slice(0, shownDigits) })}</span>
      )}
    </p>
  )
}
