import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'

/** Warns of mistakes that would lose the coins, or a part of them. Those of a test chain have no value. */
export function CoinWarnings(props: {
  readonly coin: InvoiceCoin
  readonly currency: Currency
  readonly isTest: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const { coin, currency, isTest } = props
  const smallest = format.money(fromMinor(1, currency), currency)
  return (
    <div className="flex items-start gap-3 rounded-card bg-warn-soft px-4 py-3">
      <TriangleAlert size={20} aria-hidden className="mt-px shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-1">
        {!isTest && <p className="font-medium">{t(`invoices.only_${coin}`)}</p>}
        <p className="text-muted">{t('invoices.minimum', { smallest })}</p>
      </div>
    </div>
  )
}
