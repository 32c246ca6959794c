import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cryptoCalls } from '@tradefront/contract/crypto'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import { convertFromCoin, parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'

import { callKey } from '../../../platform/api/call-query.ts'
import { useUser } from '../../../platform/current-user.ts'
import { FormBanner } from '../../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../../platform/forms/use-form-field.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { invoicesQuery } from '../api.ts'

/** Field for the amount that the trader will send. Only for bitcoin: the server keeps it with the latest open invoice (spec: funding 7). */
export function ExpectedPayment({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const { data: invoices = [] } = useQuery(invoicesQuery)
  const latest = invoices.find(({ coin, status }) => coin === 'BTC' && status === 'wt')
  if (invoice.coin !== 'BTC' || latest?.guid !== invoice.guid) return null
  return (
    <details className="border-b border-line pb-2">
      <summary className="target flex cursor-pointer items-center text-accent-ink">{t('invoices.other_title')}</summary>
      <ExpectedPaymentForm invoice={invoice} />
    </details>
  )
}

function ExpectedPaymentForm({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { email } = useUser()
  const { amount, currency, bonusAmount, coinExpected } = invoice
  const bonus = bonusAmount > 0 ? 1 : 0
  const { control, message, isPending, onSubmit } = useContractForm(cryptoCalls.saveExpectedBitcoinPayment, {
    defaults: { btc: coinExpected ?? '' },
    fields: { btc: { error: 'invoices.other_invalid' } },
    toBody: ({ btc }) => ({ email, amount, currency, bonus, fixed: bonus === 1 ? 0 : 1, btc: toDecimal(btc) }),
    check: ({ btc }) =>
      (parseCoinAmount(toDecimal(btc), 'BTC') ?? 0n) === 0n ? { btc: 'invoices.other_invalid' } : {},
    onSuccess: () => queryClient.invalidateQueries({ queryKey: callKey(cryptoCalls.getBitcoinInvoiceStatus) }),
  })
  return (
    <form noValidate className="flex flex-col gap-3 py-2" onSubmit={onSubmit}>
      <FormBanner message={message} />
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          {...useFormField(control, 'btc')}
          label={t('invoices.other_label')}
          help={t('invoices.other_help')}
          inputMode="decimal"
          dir="ltr"
          isTabular
          maxLength={17}
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" isPending={isPending} className="sm:mt-7">
          {t('invoices.other_save')}
        </Button>
      </div>
      <ExpectedWorth invoice={invoice} />
    </form>
  )
}

function toDecimal(typed: string): string {
  return typed.trim().replace(',', '.')
}

function ExpectedWorth({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const format = useFormat()
  const { coinExpected, coinAmount, coinLockedMax, currency, rate, bonusAmount, promo } = invoice
  const units = coinExpected === null ? null : parseCoinAmount(coinExpected, 'BTC')
  if (units === null || coinExpected === null) return <p role="status" />
  const worth = fromMinor(convertFromCoin(units, BigInt(toMinor(rate, currency)), 'BTC'), currency)
  const due = parseCoinAmount(coinAmount, 'BTC') ?? 0n
  const hasBonus = bonusAmount > 0 || promo !== null
  const key: TextKey =
    units < due && hasBonus ? 'invoices.other_less' : units > due ? 'invoices.other_more' : 'invoices.other_less_plain'
  return (
    <p role="status">
      {t(key, { coinAmount: coinExpected, amount: format.money(worth, currency), max: coinLockedMax })}
    </p>
  )
}
