import { Link } from '@tanstack/react-router'
import type { MarketSymbol } from '@tradefront/contract/trading'
import type { ReactNode } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { useMarket } from '../use-market.ts'
import { LadderButton } from '../ladder/ladder-button.tsx'
import { BuyButtons } from './buy-buttons.tsx'
import { describeProblem } from './describe-problem.ts'
import { ExpirySelect } from './expiry-select.tsx'
import { PurchaseMessage } from './purchase-message.tsx'
import { StakeField } from './stake-field.tsx'
import { TicketOutcome } from './ticket-outcome.tsx'
import { useBuyKeys } from './use-buy-keys.ts'
import { useTicket } from './use-ticket.ts'

/**
 * A column beside the chart, as high as the chart and the trades: it scrolls, so that what it says moves nothing else. On a phone the two
 * fields in a row, and the buttons at the thumb.
 */
export function TicketPanel(props: {
  readonly symbol: MarketSymbol
  readonly guide: ReactNode
  /** When trading of an unverified trader pauses. */
  readonly verificationHint: ReactNode
}) {
  const { symbol, guide, verificationHint } = props
  const t = useTranslate()
  const format = useFormat()
  const { isPractice } = useUser()
  const ticket = useTicket(symbol)
  const { problem } = ticket
  const { fill } = useMarket()
  useBuyKeys(ticket.buy)
  return (
    <section
      aria-labelledby="ticket"
      className="relative flex flex-col gap-2 border-line bg-surface p-3 lg:absolute lg:inset-0 lg:gap-4 lg:overflow-y-auto lg:border-s lg:p-4 xl:pb-20 landscape-phone:border-s"
    >
      <h2 id="ticket" tabIndex={-1} className="text-17 font-semibold outline-none max-lg:sr-only">
        {t('trading.ticket', { symbol: symbol.label })}
      </h2>
      {guide}
      <div className="grid grid-cols-2 items-start gap-2 lg:grid-cols-1 lg:gap-4">
        <StakeField
          ticket={ticket}
          error={problem?.field === 'stake' ? describeProblem(problem, ticket.currency, t, format) : undefined}
        />
        <ExpirySelect
          ticket={ticket}
          error={problem?.field === 'expiry' ? describeProblem(problem, ticket.currency, t, format) : undefined}
        />
      </div>
      {/* On a phone over the bottom navigation, however much there is above. */}
      <div className="flex flex-col gap-2 bg-surface max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-lg:z-10 max-lg:-mx-3 max-lg:px-3 max-lg:py-2 lg:gap-4 landscape-phone:static">
        <TicketOutcome ticket={ticket} />
        <BuyButtons ticket={ticket} />
      </div>
      {fill === 'sealed' && <p className="-mt-1 text-13 text-muted max-lg:hidden">{t('trading.start_note')}</p>}
      <div className="max-lg:hidden">
        <LadderButton symbol={symbol} isCompact={false} />
      </div>
      <p role="status" className="text-13 text-muted empty:hidden">
        {problem !== null && problem.field === null ? describeProblem(problem, ticket.currency, t, format) : ''}
      </p>
      <LossReturnNote />
      {verificationHint}
      {problem?.key === 'trading.no_money' && !isPractice && (
        <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', isWide: true })}>
          {t('profile.fund')}
        </Link>
      )}
      {/* On a phone over the chart, so that the buttons stay where they are. */}
      <div className="max-lg:absolute max-lg:inset-x-3 max-lg:bottom-full max-lg:z-10 max-lg:mb-2 landscape-phone:bottom-auto landscape-phone:top-2">
        <PurchaseMessage ticket={ticket} />
      </div>
    </section>
  )
}

/** The return of a loss that the next trade can bring, or one that is open (spec: account 4). */
function LossReturnNote() {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const { lossReturn, openTrades } = useMarket()
  if (lossReturn === null) return null
  const amount = format.money(lossReturn.amount, currency)
  if (lossReturn.tradeId === null) return <p className="text-13 text-muted">{t('trading.loss_return', { amount })}</p>
  const isOpen = openTrades.some(({ id }) => id === lossReturn.tradeId)
  return isOpen && <p className="text-13 text-muted">{t('trading.loss_return_open', { amount })}</p>
}
