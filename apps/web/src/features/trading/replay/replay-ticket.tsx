import type { MarketSymbol } from '@tradefront/contract/trading'
import type { Direction, ExpirySeconds } from '@tradefront/rules/trading/options'
import { useState } from 'react'

import { createUuid } from '../../../platform/create-uuid.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import { BuyButtons } from '../ticket/buy-buttons.tsx'
import { describeProblem } from '../ticket/describe-problem.ts'
import { StakeField } from '../ticket/stake-field.tsx'
import { OutcomeList } from '../ticket/ticket-outcome.tsx'
import { findTicketProblem, getDefaultStake } from '../ticket/ticket-rules.ts'
import { useTradeKeys } from '../keys/use-trade-keys.ts'
import { findStart, listBuyableExpiries, useMarket } from '../use-market.ts'
import { useWorkspace } from '../workspace/workspace-store.ts'
import { type ReplayPlayer, useReplay } from './replay-player.ts'
import { isOpenAt } from './replay-time.ts'

const maxExpiry = 3600

/** Ticket of the trading screen at the time of the replay, without money. */
export function ReplayTicket({ player, symbol }: { readonly player: ReplayPlayer; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const ticket = useReplayTicket(player, symbol)
  const { problem, expiry, expiries, currency } = ticket
  const describe = (field: 'stake' | 'expiry' | null): string =>
    problem?.field === field ? describeProblem(problem, currency, t, format) : ''
  useTradeKeys({ buy_up: () => ticket.buy('up'), buy_down: () => ticket.buy('down') })
  const isWide = useMediaQuery('(width >= 64rem)')
  const text = describe(null)
  const problemText = (
    <p role="status" className="text-13 text-muted empty:hidden">
      {text}
    </p>
  )
  return (
    <section
      aria-labelledby="replay-ticket"
      className="relative flex flex-col gap-1 border-line bg-surface p-3 max-lg:border-t lg:absolute lg:inset-0 lg:gap-4 lg:overflow-y-auto lg:border-s lg:p-4 landscape-phone:border-s"
    >
      <h2 id="replay-ticket" tabIndex={-1} className="text-17 font-semibold outline-none max-lg:sr-only">
        {t('replay.ticket')}
      </h2>
      <div className="grid grid-cols-[5fr_4fr] items-start gap-2 lg:grid-cols-1 lg:gap-4 landscape-phone:grid-cols-1">
        <StakeField ticket={ticket} error={describe('stake')} />
        <Select
          label={t('trading.expiry')}
          className="max-lg:[&>span:first-child]:sr-only"
          error={describe('expiry')}
          value={String(expiry)}
          options={expiries.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) }))}
          onChange={(id) => {
            const chosen = expiries.find((seconds) => String(seconds) === id)
            if (chosen !== undefined) ticket.setExpiry(chosen)
          }}
        />
      </div>
      <div className="flex flex-col gap-2 bg-surface max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-lg:z-10 max-lg:-mx-3 max-lg:px-3 max-lg:py-2 lg:gap-4 landscape-phone:static">
        <div className="grid content-center max-lg:min-h-11">
          {!isWide && problemText}
          {(isWide || text === '') && <ReplayOutcome player={player} ticket={ticket} />}
        </div>
        <BuyButtons ticket={ticket} />
      </div>
      {isWide && problemText}
      <p className="text-13 text-muted">
        {market.fill === 'sealed' && t('trading.start_note')} {t('replay.payout_note')}{' '}
        {!market.isSimulated && t('replay.close_note')}
      </p>
    </section>
  )
}

function ReplayOutcome({ player, ticket }: { readonly player: ReplayPlayer; readonly ticket: ReplayTicketState }) {
  const market = useMarket()
  const startsAtMs = useReplay(player, ({ atMs }) => findStart(market, atMs - (atMs % 1000)))
  return <OutcomeList ticket={ticket} startsAtMs={startsAtMs} />
}

type ReplayTicketState = ReturnType<typeof useReplayTicket>

function useReplayTicket(player: ReplayPlayer, symbol: MarketSymbol) {
  const market = useMarket()
  const { currency } = useUser()
  const workspace = useWorkspace()
  const expiries = market.expiries.filter((seconds) => seconds <= maxExpiry)
  const [stake, setStake] = useState(workspace.stake ?? getDefaultStake(currency, market))
  const [isStakeEmpty, setStakeEmpty] = useState(false)
  const [expiry, setExpiry] = useState<ExpirySeconds>(
    () => expiries.find((seconds) => seconds === workspace.expiry) ?? expiries[0] ?? 60,
  )
  const isOpen = useReplay(player, ({ atMs }) => isOpenAt(symbol, atMs))
  const hasPrice = useReplay(player, ({ price, phase }) => price !== null && phase === 'ready')
  const buyableList = useReplay(player, ({ atMs }) => listBuyableExpiries(symbol, market, atMs - (atMs % 1000)).join())
  const buyable = expiries.filter((seconds) => buyableList.split(',').includes(String(seconds)))
  const problem = findTicketProblem({
    market: { ...market, isBlocked: false },
    isOpen,
    buyable,
    expiry,
    hasPrice,
    // There is no money, and no connection, in a replay.
    stake: isStakeEmpty ? null : stake,
    available: Infinity,
    isOnline: true,
    isCoarse: false,
  })
  return {
    symbol,
    currency,
    expiry,
    expiries,
    problem,
    setExpiry,
    stake: isStakeEmpty ? null : stake,
    canBuy: problem === null,
    purchase: { phase: 'idle' } as const,
    setStake: (next: number | null): void => {
      setStakeEmpty(next === null)
      if (next !== null) setStake(next)
    },
    buy: (direction: Direction): void => {
      if (problem === null) player.order({ id: createUuid(), symbol, direction, stake, currency, expiry })
    },
  }
}
