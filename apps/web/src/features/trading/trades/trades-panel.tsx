import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useUser } from '../../../platform/current-user.ts'
import { paths } from '../../../routes/paths.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useWatchedSymbols } from '../quotes/quote-store.ts'
import { useMarket } from '../use-market.ts'
import { ClosedTradeRow } from './closed-trade-row.tsx'
import { calculateClosedProfit } from './live-result.ts'
import { OpenTradeRow } from './open-trade-row.tsx'

const firstClosed = 20

/**
 * Open trades and those closed today. On a phone the open ones are a strip over the ticket.
 * @param aside beside the tabs there
 */
export function TradesPanel({ aside }: { readonly aside: ReactNode }) {
  const t = useTranslate()
  const id = useId()
  const { currency } = useUser()
  const { openTrades, closedTrades } = useMarket()
  const [tab, setTab] = useState<'open' | 'closed'>('open')
  const [closedCount, setClosedCount] = useState(firstClosed)
  useWatchedSymbols([...new Set(openTrades.map(({ symbol }) => symbol))].toSorted())
  const tabs = [
    { id: 'open', text: t('trading.open_trades', { count: openTrades.length }) },
    { id: 'closed', text: t('trading.closed_trades', { count: closedTrades.length }) },
  ] as const
  const total = closedTrades.reduce((sum, trade) => sum + calculateClosedProfit(trade), 0)
  const byExpiry = openTrades.toSorted((a, b) => a.expiresAtMs - b.expiresAtMs)
  return (
    <section aria-labelledby={`${id}-title`} className="@container flex min-h-0 flex-col border-line lg:border-t">
      <h2 id={`${id}-title`} tabIndex={-1} className="sr-only">
        {t('trading.your_trades')}
      </h2>
      <div className="flex items-center justify-between gap-x-2 px-3 lg:gap-x-4">
        <div
          role="group"
          aria-labelledby={`${id}-title`}
          className="flex min-w-0 gap-1 overflow-x-auto whitespace-nowrap"
        >
          {tabs.map((each) => (
            <button
              key={each.id}
              type="button"
              aria-pressed={tab === each.id}
              onClick={() => setTab(each.id)}
              className={cx(
                'h-10 cursor-pointer border-b-2 px-2 text-13 transition-colors pointer-coarse:h-11',
                tab === each.id ? 'border-accent font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {each.text}
            </button>
          ))}
          {/* On a phone, this is in the menu. */}
          <Link
            to={paths.show('replay')}
            className="flex h-10 items-center border-b-2 border-transparent px-2 text-13 text-muted transition-colors hover:text-ink max-lg:hidden pointer-coarse:h-11"
          >
            {t('profile.replay')}
          </Link>
        </div>
        {tab === 'closed' && closedTrades.length > 0 && (
          <span className="shrink-0 text-13 text-muted">
            {t('trading.today')} <Money amount={total} currency={currency} isSigned />
          </span>
        )}
        <div className="flex shrink-0 items-center gap-x-1 lg:hidden">{aside}</div>
      </div>
      {tab === 'open' && openTrades.length === 0 && (
        <p className="px-3 py-2 text-13 text-muted max-lg:hidden">{t('trading.no_open')}</p>
      )}
      {tab === 'closed' && closedTrades.length === 0 && (
        <p className="px-3 py-2 text-13 text-muted">{t('trading.no_closed')}</p>
      )}
      <ul
        className={cx(
          // Words for screen readers would widen the page, because they are beyond its edge.
          'relative min-h-0 overflow-auto',
          tab === 'open' &&
            'flex snap-x gap-2 max-lg:scroll-px-3 max-lg:px-3 max-lg:py-1.5 lg:block lg:gap-0 landscape-phone:flex-col landscape-phone:overflow-y-auto',
        )}
        aria-label={tabs.find((each) => each.id === tab)?.text}
      >
        {tab === 'open'
          ? byExpiry.map((trade) => <OpenTradeRow key={trade.id} trade={trade} />)
          : closedTrades.slice(0, closedCount).map((trade) => <ClosedTradeRow key={trade.id} trade={trade} />)}
      </ul>
      {tab === 'closed' && closedTrades.length > closedCount && (
        <button
          type="button"
          onClick={() => setClosedCount(closedCount + 100)}
          className="target cursor-pointer text-13 text-accent-ink hover:underline"
        >
          {t('trading.show_more')}
        </button>
      )}
    </section>
  )
}
