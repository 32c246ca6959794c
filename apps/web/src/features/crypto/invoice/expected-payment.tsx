import { useQuery, useQueryClient } from '@tanstack/react-query'
import { cryptoCalls } from '@tradefront/contract/crypto'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import { convertFromCoin, parseCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import { useState } from 'react'

import { callKey } from '../../../platform/api/call-query.ts'
import { toErrorText } from '../../../platform/api/error-text.ts'
import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { invoicesQuery } from '../api.ts'

/** Only for bitcoin: the server keeps the amount with the latest open invoice (spec: funding 7). */
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
  const [text, setText] = useState(coinExpected ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useCallMutation(cryptoCalls.saveExpectedBitcoinPayment, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: callKey(cryptoCalls.getBitcoinInvoiceStatus) }),
    onError: (error) => setProblem(toErrorText(error)),
  })
  const submit = (): void => {
    const btc = text.trim().replace(',', '.')
    const units = parseCoinAmount(btc, 'BTC')
    if (units === null || units === 0n) return setProblem(t('invoices.other_invalid'))
    setProblem(null)
    const bonus = bonusAmount > 0 ? 1 : 0
    save.mutate({ body: { email, amount, currency, bonus, fixed: bonus === 1 ? 0 : 1, btc } })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-3 py-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label={t('invoices.other_label')}
          help={t('invoices.other_help')}
          error={problem ?? undefined}
          value={text}
          onChange={setText}
          name="btc"
          inputMode="decimal"
          dir="ltr"
          isTabular
          maxLength={17}
          className="min-w-0 flex-1 basis-48"
        />
        <Button type="submit" isPending={save.isPending} className="sm:mt-7">
          {t('invoices.other_save')}
        </Button>
      </div>
      <ExpectedWorth invoice={invoice} />
    </form>
  )
}

function ExpectedWorth({ invoice }: { readonly invoice: Invoice }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { coinExpected, coinAmount, currency, rate, bonusAmount, promo } = invoice
  const units = coinExpected === null ? null : parseCoinAmount(coinExpected, 'BTC')
  if (units === null || coinExpected === null) return <p role="status" />
  const worth = fromMinor(convertFromCoin(units, BigInt(toMinor(rate, currency)), 'BTC'), currency)
  const due = parseCoinAmount(coinAmount, 'BTC') ?? 0n
  const hasBonus = bonusAmount > 0 || promo !== null
  const key: TextKey =
    units < due && hasBonus
      ? 'invoices.other_less'
      : units > due && hasBonus
        ? 'invoices.other_more'
        : 'invoices.other_less_plain'
  return <p role="status">{t(key, { coinAmount: coinExpected, amount: formatMoney(worth, currency, lang) })}</p>
}
