import { useQuery } from '@tanstack/react-query'
import type { Ladder, MarketSymbol } from '@tradefront/contract/trading'
import { ladderRoundMs, lastLadderPurchaseMs } from '@tradefront/rules/trading/ladder'
import { toPrice } from '@tradefront/rules/trading/symbols'
import { useEffect, useEffectEvent } from 'react'

import { ApiError } from '../../../platform/api/api-error.ts'
import { toErrorText } from '../../../platform/api/error-text.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { ladderQuery } from '../api.ts'
import { describeProblem } from '../ticket/describe-problem.ts'
import { StakeField } from '../ticket/stake-field.tsx'
import { TicketBody, type TicketNotes } from '../ticket/ticket-body.tsx'
import { OutcomeRows } from '../ticket/ticket-outcome.tsx'
import { calculateProfit } from '../ticket/ticket-rules.ts'
import { useResetOnLeave } from '../ticket/up-down-ticket.tsx'
import type { PurchaseControl } from '../ticket/use-purchase.ts'
import { canCloseAt, useMarket } from '../use-market.ts'
import { setLadderLines } from './ladder-lines.ts'
import { LadderStrikes } from './ladder-strikes.tsx'
import { type LadderState, useLadder } from './use-ladder.ts'

type TicketProps = {
  readonly symbol: MarketSymbol
  readonly purchase: PurchaseControl
  readonly renderNotes: TicketNotes
}

/** Ticket for Above or Below one of several prices, all with one expiry. A strike is chosen, and then bought with a second press. */
export function LadderTicket(props: TicketProps) {
  const t = useTranslate()
  const { symbol } = props
  const query = useQuery(ladderQuery(symbol.name))
  useNextLadder(query.data, () => void query.refetch())
  return (
    <QueryView
      query={query}
      name={t('trading.ticket_ladder')}
      note={t('trading.open_trades_note')}
      skeleton={<Skeleton className="min-h-40 flex-1 opacity-60" />}
    >
      {(ladder) =>
        ladder instanceof ApiError ? (
          <Banner tone="info" title={toErrorText(ladder)} />
        ) : (
          // A choice belongs to one ladder.
          <OpenLadder key={`${symbol.name}/${ladder.expiresAtMs}`} ladder={ladder} {...props} />
        )
      }
    </QueryView>
  )
}

/** Loads the next ladder, which begins a minute before the expiry of this one. */
function useNextLadder(ladder: Ladder | ApiError | undefined, load: () => void): void {
  const reload = useEffectEvent(load)
  const endsAtMs = ladder === undefined || ladder instanceof ApiError ? null : ladder.expiresAtMs - lastLadderPurchaseMs
  useEffect(() => {
    if (endsAtMs === null) return undefined
    const timer = setTimeout(reload, Math.max(1000, endsAtMs - serverNow() + 300))
    return () => clearTimeout(timer)
  }, [endsAtMs])
}

function OpenLadder({ ladder, symbol, purchase, renderNotes }: TicketProps & { readonly ladder: Ladder }) {
  const t = useTranslate()
  const format = useFormat()
  const state = useLadder(ladder, symbol, purchase)
  useResetOnLeave(purchase.reset)
  useLadderLines(state)
  const { problem, currency } = state
  return (
    <TicketBody
      ticket={state}
      onAccept={state.buy}
      fields={
        <>
          <div className="grid grid-cols-[5fr_4fr] items-center gap-2 lg:grid-cols-1 lg:gap-4">
            <StakeField
              ticket={state}
              error={problem?.field === 'stake' ? describeProblem(problem, currency, t, format) : undefined}
            />
            <LadderTimes ladder={ladder} symbol={symbol} />
          </div>
          <LadderStrikes state={state} />
        </>
      }
      outcome={<LadderOutcome state={state} />}
      buttons={<BuyButton state={state} />}
      notes={renderNotes(problem)}
    />
  )
}

/** Shows strikes, choice and expiry on the chart. */
function useLadderLines({ symbol, ladder: { expiresAtMs }, strikes, choice }: LadderState): void {
  const { name, digits } = symbol
  useEffect(() => {
    setLadderLines({
      symbol: name,
      expiresAtMs,
      strikes: strikes.map((strike) => toPrice(strike, digits)),
      choice: choice === null ? null : { price: toPrice(choice.strike, digits), direction: choice.direction },
    })
  }, [name, digits, expiresAtMs, strikes, choice])
  useEffect(() => () => setLadderLines(null), [])
}

function LadderTimes({ ladder: { expiresAtMs }, symbol }: { readonly ladder: Ladder; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const leftMs = expiresAtMs - useServerSecond()
  const isLast = !canCloseAt(symbol, useMarket(), expiresAtMs + ladderRoundMs)
  return (
    <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted max-lg:flex-col">
      <span>{t('trading.ladder_expiry', { time: format.time(expiresAtMs) })}</span>
      <span role="timer" className="tabular">
        {t('trading.ladder_closes_in', { time: format.countdown(leftMs - lastLadderPurchaseMs) })}
      </span>
      {isLast && symbol.changesAtMs !== null && (
        <span className="w-full max-lg:sr-only">
          {t('trading.ladder_last', { time: format.time(symbol.changesAtMs) })}
        </span>
      )}
    </p>
  )
}

function LadderOutcome({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency, stake, payout, leastPayout } = state
  const describePayout = (rate: number) =>
    leastPayout === null
      ? format.percent(rate, 1)
      : t('trading.payout_about', { rate: format.percent(rate, 1), least: format.percent(leastPayout, 1) })
  const profit = stake === null || payout === null ? null : calculateProfit(stake, payout, currency)
  const show = (amount: number | null) =>
    amount === null ? '–' : <Money amount={amount} currency={currency} isSigned />
  return (
    <OutcomeRows
      rows={[
        { name: t('trading.payout'), value: payout === null ? '–' : describePayout(payout) },
        { name: t('trading.if_right'), value: show(profit), tone: 'text-up' },
        { name: t('trading.if_wrong'), value: show(stake === null ? null : -stake), tone: 'text-down' },
      ]}
    />
  )
}

function BuyButton({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const { choice, symbol, canBuy, purchase } = state
  const price = choice === null ? '' : format.price(toPrice(choice.strike, symbol.digits), symbol.digits)
  return (
    <Button
      tone="primary"
      size="lg"
      isWide
      isPending={purchase.phase === 'sending'}
      aria-disabled={!canBuy}
      className={canBuy ? '' : 'cursor-not-allowed opacity-45'}
      onPress={() => state.buy()}
    >
      {choice === null ? t('trading.ladder_buy') : t(`trading.ladder_buy_${choice.direction}`, { price })}
    </Button>
  )
}
