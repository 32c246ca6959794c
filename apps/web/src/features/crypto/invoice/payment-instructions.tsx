import type { Invoice } from '@tradefront/contract/domain/crypto'
import ExternalLink from 'lucide-react/icons/external-link'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QrCode } from '../../../ui/brand/qr-code.tsx'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { CoinWarnings } from '../coin-warnings.tsx'
import { CopyField } from './copy-field.tsx'

/** Instructions for the coins that are still to be sent: first by the wallet of this phone, or on a wide screen by a code for one. */
export function PaymentInstructions({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const { coin, address, uri, coinMissing, currency } = invoice
  return (
    <section aria-label={t(`invoices.details_${coin}`)} className="flex flex-col gap-4">
      <div className="flex flex-col gap-4 sm:flex-row sm:items-start sm:gap-6">
        <div className="flex min-w-0 flex-1 flex-col">
          {/* No wallet knows the sandbox's chain. */}
          {invoice.testWalletUrl === null && (
            <a
              href={uri}
              className={buttonClass({ tone: 'primary', className: 'max-sm:mb-2 sm:order-last sm:mt-3 sm:self-start' })}
            >
              <ExternalLink size={18} aria-hidden />
              {t('invoices.open_wallet')}
            </a>
          )}
          <CopyField
            kind="amount"
            name={t(invoice.state === 'underpaid' ? 'invoices.rest' : 'invoices.amount')}
            value={coinMissing}
            unit={coin}
          />
          <CopyField kind="address" name={t('invoices.address')} value={address} />
        </div>
        <figure className="flex shrink-0 flex-col items-center gap-1 sm:order-first sm:w-44">
          <div className="size-44">
            <QrCode text={uri} label={t('invoices.qr')} />
          </div>
          <figcaption className="text-13 text-muted">{t('invoices.qr_help')}</figcaption>
        </figure>
      </div>
      <CoinWarnings coin={coin} currency={currency} isTest={invoice.isTest} />
    </section>
  )
}
