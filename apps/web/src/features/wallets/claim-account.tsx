import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import type { Currency } from '@tradefront/rules/ledger/money'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { CopyField } from '../crypto/invoice/copy-field.tsx'
import { useCoinEstimate } from '../crypto/use-coin-estimate.ts'
import { type BankDetails, parseBankDetails } from './bank-details.ts'
import { findWebmoneyAccount } from './wallet-methods.ts'

type ClaimAccountProps = {
  readonly method: ClaimMethod
  /** Amount that the trader wants to send. Null while the field is empty. */
  readonly amount: number | null
  readonly currency: Currency
}

/** Account to which the money is sent, and how we recognize the payment. */
export function ClaimAccount(props: ClaimAccountProps) {
  const { settings } = getBootstrap()
  const t = useTranslate()
  switch (props.method) {
    case 'bank':
      return (
        <AccountWithReference text={t('wallets.bank_text')} {...parseBankDetails(settings.claimAccounts?.bank ?? '')} />
      )
    case 'WebMoney': {
      const found = findWebmoneyAccount(settings, props.currency)
      return (
        <AccountWithReference
          text={t('wallets.webmoney_text')}
          codes={found === null ? [] : [{ name: found.kind, value: found.account }]}
        />
      )
    }
    case 'litecoin':
      return <LitecoinAddress {...props} />
    // Bitcoin has invoices.
    case 'bitcoin':
      return null
  }
}

/** Codes, each with a button that copies it, and above them text that is only read. */
function AccountWithReference(props: { readonly text: string } & Partial<BankDetails> & Pick<BankDetails, 'codes'>) {
  const t = useTranslate()
  const { userId, simulatedMethods } = useUser()
  return (
    <section className="flex flex-col gap-4">
      <p>{props.text}</p>
      {simulatedMethods.includes('bank') && (
        <p className="self-start rounded-full bg-warn-soft px-3 py-1 text-13 font-medium text-warn">
          {t('wallets.sample_account')}
        </p>
      )}
      {props.rest !== undefined && props.rest !== '' && (
        <p className="wrap-anywhere whitespace-pre-line select-all">{props.rest}</p>
      )}
      <div>
        {props.codes.map(({ name, value }) => (
          <CopyField key={name} kind="detail" name={name} value={value} />
        ))}
        <CopyField kind="detail" name={t('wallets.reference')} value={`TF-${userId}`} />
      </div>
    </section>
  )
}

function LitecoinAddress({ amount, currency }: ClaimAccountProps) {
  const t = useTranslate()
  const format = useFormat()
  const estimate = useCoinEstimate(amount, currency, 'LTC')
  const rate = estimate === null ? '' : format.money(estimate.rate, currency)
  return (
    <section className="flex flex-col gap-4">
      <p>{t('wallets.litecoin_text')}</p>
      <div>
        <CopyField
          kind="address"
          name={t('wallets.litecoin_address')}
          value={getBootstrap().settings.claimAccounts?.litecoin ?? ''}
        />
        {estimate !== null && (
          <CopyField
            kind="amount"
            name={t('wallets.litecoin_about', { rate })}
            value={estimate.coinAmount}
            unit="LTC"
          />
        )}
      </div>
      <p className="text-13 text-muted">
        {t(estimate === null && amount !== null ? 'wallets.litecoin_no_rate' : 'wallets.litecoin_rate')}
      </p>
      <p className="flex items-start gap-3 rounded-card bg-warn-soft px-4 py-3 font-medium">
        <TriangleAlert size={20} aria-hidden className="mt-px shrink-0 text-warn" />
        <span className="min-w-0">{t('wallets.litecoin_only')}</span>
      </p>
    </section>
  )
}
