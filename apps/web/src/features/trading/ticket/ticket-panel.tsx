import { Link } from '@tanstack/react-router'
import type { MarketSymbol } from '@tradefront/contract/trading'
import { lazy, type ReactNode, Suspense } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ResetPractice } from '../../profile/reset-practice.tsx'
import { useTradeKeys } from '../keys/use-trade-keys.ts'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'
import { TicketKindSwitch } from './ticket-kind-switch.tsx'
import type { TicketProblem } from './ticket-rules.ts'
import { UpDownTicket } from './up-down-ticket.tsx'
import { usePurchase } from './use-purchase.ts'

const LadderTicket = lazy(async () => ({
  default: (await retryImport(() => import('../ladder/ladder-ticket.tsx'))).LadderTicket,
}))

/**
 * Ticket in a column beside the chart, as high as the chart and the trades: it scrolls, so that its messages move nothing else. On a phone
 * it is below the chart.
 */
export function TicketPanel(props: {
  readonly symbol: MarketSymbol
  readonly guide: ReactNode
  /** Hint about when trading of an unverified trader pauses. */
  readonly verificationHint: ReactNode
  readonly signal: ReactNode
}) {
  const { symbol, guide, verificationHint, signal } = props
  const t = useTranslate()
  const { isPractice } = useUser()
  const { ticketKind } = useWorkspace()
  const purchase = usePurchase()
  useTradeKeys({
    ticket_kind: () =>
      updateWorkspace((before) => ({ ...before, ticketKind: before.ticketKind === 'ladder' ? 'up_down' : 'ladder' })),
  })
  const renderNotes = (problem: TicketProblem | null) => (
    <>
      {(problem?.key === 'trading.no_money' || problem?.key === 'trading.no_stake') &&
        (isPractice ? (
          <ResetPractice />
        ) : (
          <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', isWide: true })}>
            {t('profile.fund')}
          </Link>
        ))}
      {verificationHint}
    </>
  )
  return (
    <section
      aria-labelledby="ticket"
      className="relative flex flex-col gap-1 border-line bg-surface p-3 max-lg:pb-0 lg:absolute lg:inset-0 lg:gap-3 lg:overflow-y-auto lg:border-s lg:p-4 landscape-phone:border-s"
    >
      <h2 id="ticket" tabIndex={-1} className="sr-only">
        {t('trading.ticket', { symbol: symbol.label })}
      </h2>
      <div className="max-lg:hidden">
        <TicketKindSwitch isCompact={false} />
      </div>
      {ticketKind === 'ladder' ? (
        <Suspense fallback={<Skeleton className="min-h-40 flex-1 opacity-60" />}>
          <LadderTicket symbol={symbol} purchase={purchase} renderNotes={renderNotes} />
        </Suspense>
      ) : (
        <>
          {guide}
          <UpDownTicket symbol={symbol} purchase={purchase} renderNotes={renderNotes} />
        </>
      )}
      {signal}
      {/* The column is beside the button of the chat. In a high window it stays in view, so that nothing is under that button. */}
      <p className="-mx-4 mt-auto -mb-4 bg-surface px-4 pt-2 pb-4 text-13 text-muted max-lg:hidden xl:min-h-20 xl:shrink-0 xl:pe-20 xl:[@media(height>=50rem)]:sticky xl:[@media(height>=50rem)]:-bottom-4">
        {t('shell.risk')}{' '}
        <Link to={paths.show('risk')} className="text-accent-ink underline">
          {t('shell.risk_link')}
        </Link>
      </p>
    </section>
  )
}
