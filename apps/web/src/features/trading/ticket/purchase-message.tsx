import type { MarketSymbol, Trade } from '@tradefront/contract/trading'
import type { Direction } from '@tradefront/rules/trading/options'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { findNewest, getTradeSymbol, useMarket } from '../use-market.ts'
import type { PurchaseState } from './use-purchase.ts'

type PurchaseTicket = { readonly symbol: MarketSymbol; readonly currency: string; readonly purchase: PurchaseState }

/** Returns whether there is something to say about the last purchase. An offer is for the symbol that it was made for. */
export function hasPurchaseMessage({ purchase, symbol }: Pick<PurchaseTicket, 'purchase' | 'symbol'>): boolean {
  if (purchase.phase === 'moved') return purchase.order.symbol === symbol.name
  return purchase.phase !== 'idle' && purchase.phase !== 'sending'
}

/**
 * Says how the last purchase ended.
 * @param isCompact in one row, for a phone
 */
export function PurchaseMessage(props: {
  readonly ticket: PurchaseTicket
  readonly isCompact: boolean
  readonly onAccept: (offer: number, direction: Direction) => void
}) {
  const t = useTranslate()
  const { ticket, isCompact } = props
  const { purchase } = ticket
  switch (purchase.phase) {
    case 'idle':
    case 'sending':
      return null
    case 'bought':
      return <Bought {...props} trade={purchase.trade} isLadder={'strike' in purchase.order} />
    case 'moved':
      return hasPurchaseMessage(ticket) && <Moved {...props} purchase={purchase} />
    case 'refused':
      return <Banner isCompact={isCompact} tone="danger" title={purchase.message} />
    case 'unknown':
      return (
        <Banner isCompact={isCompact} tone="warn" title={t('trading.no_answer')}>
          {t('trading.no_answer_text')}
        </Banner>
      )
    case 'not_bought':
      return (
        <Banner isCompact={isCompact} tone="info" title={t('trading.not_bought')}>
          {t('trading.not_bought_text')}
        </Banner>
      )
  }
}

function Bought(props: {
  readonly ticket: PurchaseTicket
  readonly isCompact: boolean
  readonly trade: Trade
  readonly isLadder: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { ticket, isCompact, trade, isLadder } = props
  const { direction, openPrice, strikePrice, openedAtMs, stake, payout, expiresAtMs, refusal } = findNewest(
    market,
    trade,
  )
  const { label, digits } = getTradeSymbol(market, trade)
  const staked = format.money(stake, ticket.currency, { isWhole: true })
  if (refusal !== null) return <Banner isCompact={isCompact} tone="danger" title={t(refusal)} />
  if (openPrice === null)
    return (
      <Banner
        isCompact={isCompact}
        tone="info"
        title={t(`trading.ordered_${direction}`, { symbol: label, time: format.timeWithSeconds(openedAtMs) })}
      >
        {t('trading.ordered_text', { stake: staked })}
      </Banner>
    )
  const title = isLadder
    ? t(`trading.ladder_bought_${direction}`, {
        symbol: label,
        price: format.price(strikePrice ?? openPrice, digits),
        rate: format.percent(payout, 1),
      })
    : t(`trading.bought_${direction}`, { symbol: label, price: format.price(openPrice, digits) })
  return (
    <Banner isCompact={isCompact} tone="success" title={title}>
      {t('trading.bought_text', { stake: staked, time: format.timeWithSeconds(expiresAtMs) })}
    </Banner>
  )
}

/** Offers what can be bought now: another price, or on the ladder another payout. */
function Moved(props: {
  readonly ticket: PurchaseTicket
  readonly isCompact: boolean
  readonly purchase: Extract<PurchaseState, { readonly phase: 'moved' }>
  readonly onAccept: (offer: number, direction: Direction) => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { ticket, isCompact, purchase, onAccept } = props
  const { order, offer } = purchase
  const { direction } = order
  const rate = format.percent(offer, 1)
  const price = format.price(offer, ticket.symbol.digits)
  const texts =
    'strike' in order
      ? {
          title: t('trading.ladder_moved'),
          now: t('trading.ladder_payout_now', { rate }),
          buy: t('trading.ladder_buy_at', { rate }),
        }
      : {
          title: t('trading.price_moved'),
          now: t('trading.price_now', { price }),
          buy: t(`trading.buy_${direction}_at`, { price }),
        }
  return (
    <Banner
      isCompact={isCompact}
      tone="warn"
      title={texts.title}
      action={
        <Button tone="primary" onPress={() => onAccept(offer, direction)}>
          {texts.buy}
        </Button>
      }
    >
      {texts.now}
    </Banner>
  )
}
