import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { useEffect, useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { FundingStep } from '../deposits/funding-step.tsx'
import { ClaimAccount } from './claim-account.tsx'
import { ClaimForm } from './claim-form.tsx'
import { claimMethodsByTab } from './wallet-methods.ts'

/** Account for the payment, and the report that it was sent. A reported payment takes its place until the trader reports more. */
export function ClaimTab(props: {
  readonly tab: FundingTab
  readonly overview: Overview
  readonly amountForm: AmountForm
}) {
  const { tab, overview, amountForm } = props
  const t = useTranslate()
  const method = claimMethodsByTab[tab] ?? 'bank'
  const [reported, setReported] = useState<Deposit | null>(null)
  const [isReportingMore, setReportingMore] = useState(false)
  const claims = listWaitingClaims(overview, method, reported)
  return (
    <FundingStep id="funding-claim" title={t('wallets.details', { name: t(`deposits.tab_${tab}`) })}>
      {claims.length > 0 && (
        <ReportedClaims
          key={reported?.id ?? ''}
          claims={claims}
          isNew={reported !== null}
          onReportMore={isReportingMore ? null : () => setReportingMore(true)}
        />
      )}
      {(claims.length === 0 || isReportingMore) && (
        <NewClaim
          method={method}
          amountForm={amountForm}
          isFocused={isReportingMore}
          onReported={(deposit) => {
            setReported(deposit)
            setReportingMore(false)
          }}
        />
      )}
    </FundingStep>
  )
}

function NewClaim(props: {
  readonly method: ClaimMethod
  readonly amountForm: AmountForm
  readonly isFocused: boolean
  readonly onReported: (deposit: Deposit) => void
}) {
  const { method, amountForm, isFocused, onReported } = props
  const t = useTranslate()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFocused) section.current?.focus()
  }, [isFocused])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('wallets.report_nothing')}
      className="flex flex-col gap-6 outline-none"
    >
      <ClaimAccount method={method} amount={amountForm.inputs.amount} currency={amountForm.terms.currency} />
      <ClaimForm method={method} amountForm={amountForm} onReported={onReported} />
    </section>
  )
}

/** Lists the claims that wait, with the one that was just reported, until the overview has it. */
function listWaitingClaims({ recent }: Overview, method: ClaimMethod, reported: Deposit | null): Deposit[] {
  const isLoaded = recent.some(({ id }) => id === reported?.id)
  const all = reported === null || isLoaded ? recent : [reported, ...recent]
  return all.filter(({ wallet, state }) => wallet?.is_claim === true && wallet.name === method && state === 'review')
}

type ReportedClaimsProps = {
  /** Claims that wait for an operator. */
  readonly claims: readonly Deposit[]
  /** True to focus it, so that it is seen and read out. */
  readonly isNew: boolean
  /** Null while the form is open. */
  readonly onReportMore: (() => void) | null
}

function ReportedClaims({ claims, isNew, onReportMore }: ReportedClaimsProps) {
  const t = useTranslate()
  const format = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) title.current?.focus()
  }, [isNew])
  return (
    <section aria-labelledby="reported-claims" className="flex flex-col items-start gap-4">
      <h3 id="reported-claims" ref={title} tabIndex={-1} className="font-semibold outline-none">
        {t('wallets.reported_heading')}
      </h3>
      {claims.map(({ id, amount, currency, receiptNumber }) => (
        <Banner
          key={id}
          tone="info"
          className="w-full"
          title={t('wallets.reported_title', { amount: format.money(amount, currency) })}
        >
          {t('wallets.reported_text', { receiptNumber })}
        </Banner>
      ))}
      {onReportMore !== null && <Button onPress={onReportMore}>{t('wallets.report_another')}</Button>}
    </section>
  )
}
