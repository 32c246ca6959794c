import type { Deposit } from '@tradefront/contract/domain/deposits'
import { maxClaimNoteChars } from '@tradefront/contract/wallets'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import { type ReactNode, useState } from 'react'

import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { calculateBonusOffer, calculatePromoBonus } from '../deposits/amount/amount-form.ts'
import { DepositConditions } from '../deposits/amount/summary-panel.tsx'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { useReportClaim } from './use-report-claim.ts'

/** Limit that has room for a pasted link to the transaction. */
const maxTransactionLength = 300

/** Form of the report. Its amount is what was really sent: that can be outside the limits. */
export function ClaimForm(props: {
  readonly method: ClaimMethod
  readonly amountForm: AmountForm
  readonly onReported: (deposit: Deposit) => void
}) {
  const { method, amountForm } = props
  const t = useTranslate()
  const format = useFormat()
  const { terms, inputs } = amountForm
  // The report has the planned amount until another one is entered.
  const [entered, setEntered] = useState<{ readonly amount: number | null } | null>(null)
  const amount = entered === null ? inputs.amount : entered.amount
  const isEmpty = amount === null || amount === 0
  const isLitecoin = method === 'litecoin'
  const { choice } = amountForm.amount
  const flags = { fixed: choice === 'fixed' ? 1 : 0, bonus: choice === 'bonus' ? 1 : 0 } as const
  const payment = isEmpty ? null : { amount, ...flags }
  const hasBonus = amount !== null && calculateClaimBonus(amount, amountForm) !== null
  const form = useReportClaim(method, payment, amountForm.confirmCode, props.onReported)
  return (
    <form noValidate className="flex flex-col gap-4 border-t border-line pt-6" onSubmit={form.onSubmit}>
      {entered === null && !isEmpty ? (
        <PlannedAmount
          amount={format.money(amount, terms.currency)}
          onChange={() => setEntered({ amount })}
          help={<SentAmountHelp amount={amount} amountForm={amountForm} />}
        />
      ) : (
        <div className="flex flex-col items-start gap-1">
          <MoneyField
            label={t('wallets.sent_amount')}
            help={
              <>
                {t('wallets.sent_amount_help')} <SentAmountHelp amount={amount} amountForm={amountForm} />
              </>
            }
            error={entered !== null && isEmpty ? t('wallets.sent_amount_missing') : undefined}
            value={amount}
            onChange={(value) => setEntered({ amount: value })}
            faultTexts={{ not_whole: t('deposits.too_precise'), unclear: t('deposits.amount_unclear') }}
            name="sent"
            className="w-full sm:max-w-80"
            // The field replaces the button that was pressed.
            hasAutoFocus={entered !== null}
            isDisabled={form.isPending}
            currency={terms.currency}
          />
          {entered !== null && inputs.amount !== null && inputs.amount > 0 && (
            <Button tone="plain" size="sm" onPress={() => setEntered(null)} className="-ms-3">
              {t('wallets.sent_planned', { amount: format.money(inputs.amount, terms.currency) })}
            </Button>
          )}
        </div>
      )}
      <TextField
        {...useFormField(form.control, 'bitcoin')}
        label={t(isLitecoin ? 'wallets.transaction' : 'wallets.note')}
        help={t(isLitecoin ? 'wallets.transaction_help' : 'wallets.note_help')}
        name="note"
        maxLength={isLitecoin ? maxTransactionLength : maxClaimNoteChars}
        isRequired={isLitecoin}
        {...(isLitecoin && { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' })}
      />
      <DepositConditions hasBonus={hasBonus} />
      <p className="text-13 text-muted">{t('wallets.report_text')}</p>
      <FormBanner message={form.message} />
      <Button tone="primary" size="lg" type="submit" isPending={form.isPending} isDisabled={isEmpty}>
        {isEmpty
          ? t('wallets.report_nothing')
          : t('wallets.report', { amount: format.money(amount, terms.currency, { isWhole: true }) })}
      </Button>
    </form>
  )
}

/** Planned amount, which was asked for above: most people send what they have planned. */
function PlannedAmount(props: { readonly amount: string; readonly help: ReactNode; readonly onChange: () => void }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-1">
      <p className="text-13 font-medium text-muted">{t('wallets.sent_amount')}</p>
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="text-21 font-semibold tabular">{props.amount}</span>
        <Button tone="plain" size="sm" onPress={props.onChange} className="-ms-3">
          {t('wallets.sent_other')}
        </Button>
      </p>
      <p className="text-13 text-muted">{props.help}</p>
    </div>
  )
}

/** Says what bonus the sent amount brings. */
function SentAmountHelp({ amount, amountForm }: { readonly amount: number | null; readonly amountForm: AmountForm }) {
  const t = useTranslate()
  const format = useFormat()
  const { terms } = amountForm
  const { choice } = amountForm.amount
  const { minimum, maximum } = terms.span
  const money = (value: number): string => format.money(value, terms.currency, { isWhole: true })
  if (amount === null || choice === 'fixed') return null
  if (amount < minimum || amount > maximum)
    return t('wallets.outside_limits', { minimum: money(minimum), maximum: money(maximum) })
  const offer = calculateClaimBonus(amount, amountForm)
  if (offer === null) return null
  const params = { bonus: money(offer.bonus), turnover: money(offer.turnover), release: money(offer.release) }
  return t('deposits.with_bonus_help', params)
}

/** Calculates the sum of both bonuses, in major units. Null: there is none. */
function calculateClaimBonus(amount: number, { terms, amount: { choice } }: AmountForm) {
  const { minimum, maximum } = terms.span
  if (choice === 'fixed' || amount < minimum || amount > maximum) return null
  const none = { bonus: 0, turnover: 0, release: 0 }
  const own = choice === 'bonus' ? calculateBonusOffer(amount, terms) : none
  const promo = calculatePromoBonus(amount, terms) ?? none
  const bonus = own.bonus + promo.bonus
  return bonus === 0 ? null : { bonus, turnover: own.turnover + promo.turnover, release: own.release + promo.release }
}
