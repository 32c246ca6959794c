import { Link } from '@tanstack/react-router'
import type { MarketSymbol } from '@tradefront/contract/trading'
import type { ReactNode } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { ResetPractice } from '../../profile/reset-practice.tsx'
import { useMarket } from '../use-market.ts'
import { LadderButton } from '../ladder/ladder-button.tsx'
import { BuyButtons } from './buy-buttons.tsx'
import { describeProblem } from './describe-problem.ts'
import { ExpirySelect } from './expiry-select.tsx'
import { hasPurchaseMessage, PurchaseMessage } from './purchase-message.tsx'
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
  const isWide = useMediaQuery('(width >= 64rem)')
  const text = problem !== null && problem.field === null ? describeProblem(problem, ticket.currency, t, format) : ''
  useBuyKeys(ticket.buy)
  return (
    <section
      aria-labelledby="ticket"
      className="relative flex flex-col gap-1 border-line bg-surface p-3 max-lg:pb-0 lg:absolute lg:inset-0 lg:gap-4 lg:overflow-y-auto lg:border-s lg:p-4 landscape-phone:border-s"
    >
      <h2 id="ticket" tabIndex={-1} className="text-17 font-semibold outline-none max-lg:sr-only">
        {t('trading.ticket', { symbol: symbol.label })}
      </h2>
      {guide}
      <div className="grid grid-cols-[5fr_4fr] items-start gap-2 lg:grid-cols-1 lg:gap-4 landscape-phone:grid-cols-1">
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
        {isWide ? (
          <TicketOutcome ticket={ticket} />
        ) : (
          // What happens takes the place of what could: so nothing moves or is covered.
          <div className="grid min-h-11 content-center">
            <PurchaseMessage ticket={ticket} isCompact />
            <p role="status" className="text-13 text-muted empty:hidden">
              {hasPurchaseMessage(ticket) ? '' : text}
            </p>
            {text === '' && !hasPurchaseMessage(ticket) && <TicketOutcome ticket={ticket} />}
          </div>
        )}
        <BuyButtons ticket={ticket} />
      </div>
      {fill === 'sealed' && <p className="-mt-1 text-13 text-muted max-lg:hidden">{t('trading.start_note')}</p>}
      <div className="max-lg:hidden">
        <LadderButton symbol={symbol} isCompact={false} />
      </div>
      {isWide && (
        <p role="status" className="text-13 text-muted empty:hidden">
          {text}
        </p>
      )}
      <LossReturnNote />
      {verificationHint}
      {problem?.key === 'trading.no_money' &&
        (isPractice ? (
          <ResetPractice />
        ) : (
          <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', isWide: true })}>
            {t('profile.fund')}
          </Link>
        ))}
      {isWide && <PurchaseMessage ticket={ticket} isCompact={false} />}
      <p className="mt-auto text-13 text-muted max-lg:hidden xl:pe-16">
        {t('shell.risk')}{' '}
        <Link to={paths.show('risk')} className="text-accent-ink underline">
          {t('shell.risk_link')}
        </Link>
      </p>
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
