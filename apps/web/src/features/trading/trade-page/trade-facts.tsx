import type { Trade } from '@tradefront/contract/trading'

import { useLocale } from 'react-aria-components/I18nProvider'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { calculateClosedProfit } from '../trades/live-result.ts'

export function TradeFacts({ trade, digits }: { readonly trade: Trade; readonly digits: number }) {
  const t = useTranslate()
  const format = useFormat()
  const { locale } = useLocale()
  const { currency, state, strikePrice, closePrice, closedAtMs, returned } = trade
  const hasStrike = strikePrice !== trade.openPrice
  const price = (value: number) => (
    <bdi dir="ltr" className="tabular">
      {format.price(value, digits)}
    </bdi>
  )
  const account = trade.account === 'practice' ? 'profile.account_practice' : 'profile.account_real'
  const rows = [
    { id: 'account', name: t('trading.account'), value: t(account) },
    { id: 'direction', name: t('trading.direction'), value: t(`trading.${trade.direction}`) },
    { id: 'stake', name: t('trading.stake'), value: <Money amount={trade.stake} currency={currency} /> },
    { id: 'payout', name: t('trading.payout'), value: format.percent(trade.payout, 1) },
    ...(trade.openPrice === null
      ? [{ id: 'starts', name: t('trading.starts'), value: format.exactDateTime(trade.openedAtMs) }]
      : [{ id: 'open', name: t('trading.open_price'), value: price(trade.openPrice) }]),
    ...(hasStrike && strikePrice !== null
      ? [{ id: 'strike', name: t('trading.strike'), value: price(strikePrice) }]
      : []),
    { id: 'expires', name: t('trading.expires'), value: format.exactDateTime(trade.expiresAtMs) },
    ...(closePrice === null ? [] : [{ id: 'close', name: t('trading.close_price'), value: price(closePrice) }]),
    ...(closedAtMs === null
      ? []
      : [{ id: 'closed', name: t('trading.closed_at'), value: format.exactDateTime(closedAtMs) }]),
    {
      id: 'state',
      name: t('trading.result'),
      value:
        state === 'open' ? (
          <OpenState expiresAtMs={trade.expiresAtMs} />
        ) : (
          <>
            {t(`trading.state_${state}`)} <Money amount={calculateClosedProfit(trade)} currency={currency} isSigned />
          </>
        ),
      isStrong: true,
    },
    ...(returned === null
      ? []
      : [{ id: 'returned', name: t('trading.returned'), value: <Money amount={returned} currency={currency} /> }]),
  ]
  return (
    <section aria-label={t('trading.result')}>
      <DescriptionList rows={rows} />
      {state !== 'open' && (
        <p className="pt-3 text-13 text-muted">
          {trade.voidWords !== undefined
            ? t('trading.why_voided', { words: trade.voidWords[locale] ?? trade.voidWords['en'] ?? '' })
            : state === 'refused'
              ? trade.refusal !== null && t(trade.refusal)
              : t(state === 'tie' && hasStrike ? 'trading.why_tie_strike' : `trading.why_${state}`)}
        </p>
      )}
    </section>
  )
}

function OpenState({ expiresAtMs }: { readonly expiresAtMs: number }) {
  const t = useTranslate()
  const format = useFormat()
  const leftMs = expiresAtMs - useServerSecond()
  return (
    <span role="timer" className="tabular">
      {leftMs > 0 ? t('trading.ends_in', { time: format.countdown(leftMs) }) : t('trading.closing')}
    </span>
  )
}
