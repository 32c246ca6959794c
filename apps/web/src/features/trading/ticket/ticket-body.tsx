import type { MarketSymbol } from '@tradefront/contract/trading'
import type { Direction } from '@tradefront/rules/trading/options'
import type { ReactNode } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { describeProblem } from './describe-problem.ts'
import { hasPurchaseMessage, PurchaseMessage } from './purchase-message.tsx'
import type { TicketProblem } from './ticket-rules.ts'
import type { PurchaseState } from './use-purchase.ts'

/** Returns the notes that a ticket has around its buttons. */
export type TicketNotes = (problem: TicketProblem | null) => ReactNode

/**
 * Layout of both kinds of ticket: fields, possible results, buttons, notes, and how the last purchase ended. On a phone the buttons are at
 * the thumb, and a message takes the place of the results, so that nothing moves or is covered.
 * @param props.onAccept the trader accepts what the server has offered instead
 */
export function TicketBody(props: {
  readonly ticket: {
    readonly symbol: MarketSymbol
    readonly currency: string
    readonly problem: TicketProblem | null
    readonly purchase: PurchaseState
  }
  readonly fields: ReactNode
  readonly outcome: ReactNode
  readonly buttons: ReactNode
  readonly notes: ReactNode
  readonly onAccept: (offer: number, direction: Direction) => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { ticket, fields, outcome, buttons, notes, onAccept } = props
  const { problem, currency } = ticket
  const isWide = useMediaQuery('(width >= 64rem)')
  const text = problem !== null && problem.field === null ? describeProblem(problem, currency, t, format) : ''
  const message = <PurchaseMessage ticket={ticket} isCompact={!isWide} onAccept={onAccept} />
  return (
    <>
      {fields}
      {/* On a phone this is above the bottom navigation, however much content there is. */}
      <div className="flex flex-col gap-2 bg-surface max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-lg:z-10 max-lg:-mx-3 max-lg:px-3 max-lg:py-2 lg:gap-3 landscape-phone:static">
        {isWide ? (
          outcome
        ) : (
          <div className="grid min-h-11 content-center">
            {message}
            <p role="status" className="text-13 text-muted empty:hidden">
              {hasPurchaseMessage(ticket) ? '' : text}
            </p>
            {text === '' && !hasPurchaseMessage(ticket) && outcome}
          </div>
        )}
        {buttons}
      </div>
      {isWide && message}
      {isWide && (
        <p role="status" className="text-13 text-muted empty:hidden">
          {text}
        </p>
      )}
      {notes}
    </>
  )
}
