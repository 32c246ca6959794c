import type { MarketSymbol } from '@tradefront/contract/trading'
import { useEffect, useEffectEvent } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useTradeKeys } from '../keys/use-trade-keys.ts'
import { useMarket } from '../use-market.ts'
import { BuyButtons } from './buy-buttons.tsx'
import { describeProblem } from './describe-problem.ts'
import { ExpirySelect } from './expiry-select.tsx'
import { StakeField } from './stake-field.tsx'
import { TicketBody, type TicketNotes } from './ticket-body.tsx'
import { TicketOutcome } from './ticket-outcome.tsx'
import type { PurchaseControl } from './use-purchase.ts'
import { useTicket } from './use-ticket.ts'

/** Ticket for Up or Down from the price at the start, with an expiry to choose. Buying is one press. */
export function UpDownTicket(props: {
  readonly symbol: MarketSymbol
  readonly purchase: PurchaseControl
  readonly renderNotes: TicketNotes
}) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, purchase, renderNotes } = props
  const { fill } = useMarket()
  const ticket = useTicket(symbol, purchase)
  const { problem, currency } = ticket
  const describe = (field: 'stake' | 'expiry'): string | undefined =>
    problem?.field === field ? describeProblem(problem, currency, t, format) : undefined
  const moveExpiry = (direction: 1 | -1): void => {
    const { buyable, expiry } = ticket
    const next =
      direction === 1 ? buyable.find((seconds) => seconds > expiry) : buyable.findLast((seconds) => seconds < expiry)
    if (next !== undefined) ticket.setExpiry(next)
  }
  useTradeKeys({
    buy_up: () => ticket.buy('up'),
    buy_down: () => ticket.buy('down'),
    expiry_longer: () => moveExpiry(1),
    expiry_shorter: () => moveExpiry(-1),
  })
  useResetOnLeave(purchase.reset)
  return (
    <TicketBody
      ticket={ticket}
      onAccept={(offer, direction) => ticket.buy(direction, offer)}
      fields={
        <div className="grid grid-cols-[5fr_4fr] items-start gap-2 lg:grid-cols-1 lg:gap-4 landscape-phone:grid-cols-1">
          <StakeField ticket={ticket} error={describe('stake')} />
          <ExpirySelect ticket={ticket} error={describe('expiry')} />
        </div>
      }
      outcome={<TicketOutcome ticket={ticket} />}
      buttons={<BuyButtons ticket={ticket} />}
      notes={
        <>
          {fill === 'sealed' && <p className="-mt-1 text-13 text-muted max-lg:hidden">{t('trading.start_note')}</p>}
          <LossReturnNote />
          {renderNotes(problem)}
        </>
      }
    />
  )
}

/** Resets a message when its ticket is left: an offer of one ticket means nothing to the next one. */
export function useResetOnLeave(reset: () => void): void {
  const leave = useEffectEvent(reset)
  useEffect(() => () => leave(), [])
}

/** Note about the return of a loss that the next trade can bring, or that is open (spec: account 4). */
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
