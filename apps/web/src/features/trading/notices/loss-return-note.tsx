import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { useMarket } from '../use-market.ts'

/** The return of a loss that the next trade can bring, or one that is open (spec: account 4). */
export function LossReturnNote() {
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
