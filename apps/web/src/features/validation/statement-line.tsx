import { useQuery } from '@tanstack/react-query'
import { validationCalls } from '@tradefront/contract/validation'
import { statementCodeDigits } from '@tradefront/rules/validation/statement-code'
import CreditCard from 'lucide-react/icons/credit-card'

import { callQuery } from '../../platform/api/call-query.ts'
import type { CallReply } from '../../platform/api/request.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Money } from '../../ui/money/money.tsx'

/** A picture of the bank's list of payments, with the line that has the code. */
export function StatementLine() {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(callQuery(validationCalls.getStatementCharge, {}))}
      name={t('validation.payment')}
      note={t('validation.code_note')}
      skeleton={<Skeleton className="h-44" />}
    >
      {({ charge, testStatement }) =>
        charge !== null && (
          <div className="flex flex-col gap-2">
            <ChargeLine charge={charge} />
            {testStatement !== undefined && (
              <p className="text-13 text-muted">
                {t('validation.test_note')}{' '}
                <a
                  href={testStatement}
                  target="_blank"
                  rel="noreferrer"
                  className="font-medium text-accent-ink underline"
                >
                  {t('validation.test_statement')}
                </a>
              </p>
            )}
          </div>
        )
      }
    </QueryView>
  )
}

type Charge = NonNullable<CallReply<typeof validationCalls.getStatementCharge>['charge']>

function ChargeLine({ charge: { name, amount, currency, card, at } }: { readonly charge: Charge }) {
  const t = useTranslate()
  const format = useFormat()
  const date = format.day(at)
  return (
    <figure
      role="img"
      aria-label={t('validation.line', { name, amount: format.money(amount, currency), date })}
      className="overflow-hidden rounded-card border border-line"
    >
      <div aria-hidden className="flex items-center gap-2 border-b border-line bg-raised px-4 py-2 text-13 text-muted">
        <CreditCard size={16} />
        <span className="tabular">
          {card === null ? t('validation.card_any') : t('validation.card', { last4: card.last4 })}
        </span>
      </div>
      <div aria-hidden>
        <OtherLine nameClass="w-28" amountClass="w-12" />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-y border-line bg-accent-soft px-4 py-3">
          <span dir="ltr" className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            {name}
            <span className="inline-flex gap-1">
              {Array.from({ length: statementCodeDigits }, (_, index) => (
                <span
                  key={index}
                  className="inline-grid h-7 w-5 place-items-center rounded-field border border-accent bg-surface"
                >
                  <span className="size-1.5 rounded-full bg-accent" />
                </span>
              ))}
            </span>
          </span>
          <span className="flex grow items-baseline justify-between gap-3 sm:grow-0">
            <span className="text-13 text-muted">{date}</span>
            <Money amount={-amount} currency={currency} />
          </span>
        </div>
        <OtherLine nameClass="w-20" amountClass="w-16" />
      </div>
    </figure>
  )
}

function OtherLine(props: { readonly nameClass: string; readonly amountClass: string }) {
  return (
    <div className="flex items-center justify-between px-4 py-3.5 opacity-60">
      <span className={`h-2 rounded-full bg-line ${props.nameClass}`} />
      <span className={`h-2 rounded-full bg-line ${props.amountClass}`} />
    </div>
  )
}
