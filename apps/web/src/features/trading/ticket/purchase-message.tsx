import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { findNewest, getTradeSymbol, useMarket } from '../use-market.ts'
import { PurchaseProblem } from './purchase-problem.tsx'
import type { Ticket } from './use-ticket.ts'

/** Whether there is something to say about the last purchase. An offer is for the symbol that it was made for. */
export function hasPurchaseMessage({ purchase, symbol }: Ticket): boolean {
  if (purchase.phase === 'moved') return purchase.order.symbol === symbol.name
  return purchase.phase !== 'idle' && purchase.phase !== 'sending'
}

/** Says what became of the last purchase. @param isCompact in one row, for a phone */
export function PurchaseMessage({ ticket, isCompact }: { readonly ticket: Ticket; readonly isCompact: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { purchase, symbol, currency } = ticket
  switch (purchase.phase) {
    case 'idle':
    case 'sending':
      return null
    case 'bought': {
      const { direction, openPrice, openedAtMs, stake, expiresAtMs, refusal } = findNewest(market, purchase.trade)
      const { label, digits } = getTradeSymbol(market, purchase.trade)
      if (refusal !== null) return <Banner isCompact={isCompact} tone="danger" title={t(refusal)} />
      if (openPrice === null)
        return (
          <Banner
            isCompact={isCompact}
            tone="info"
            title={t(`trading.ordered_${direction}`, { symbol: label, time: format.timeWithSeconds(openedAtMs) })}
          >
            {t('trading.ordered_text', { stake: format.money(stake, currency, { isWhole: true }) })}
          </Banner>
        )
      const price = format.price(openPrice, digits)
      return (
        <Banner isCompact={isCompact} tone="success" title={t(`trading.bought_${direction}`, { symbol: label, price })}>
          {t('trading.bought_text', {
            stake: format.money(stake, currency, { isWhole: true }),
            time: format.timeWithSeconds(expiresAtMs),
          })}
        </Banner>
      )
    }
    case 'moved': {
      const { direction } = purchase.order
      if (!hasPurchaseMessage(ticket)) return null
      const price = format.price(purchase.offer, symbol.digits)
      return (
        <Banner
          isCompact={isCompact}
          tone="warn"
          title={t('trading.price_moved')}
          action={
            <Button tone="primary" onPress={() => ticket.buy(direction, purchase.offer)}>
              {t(`trading.buy_${direction}_at`, { price })}
            </Button>
          }
        >
          {t('trading.price_now', { price })}
        </Banner>
      )
    }
    case 'refused':
    case 'unknown':
    case 'not_bought':
      return <PurchaseProblem purchase={purchase} isCompact={isCompact} />
  }
}
