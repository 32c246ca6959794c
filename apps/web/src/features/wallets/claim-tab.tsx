import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { useEffect, useRef, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useFormat } from '../../platform/i18n/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { AmountSection } from '../deposits/amount/amount-section.tsx'
import { useAmount } from '../deposits/amount/use-amount.ts'
import { ClaimAccount } from './claim-account.tsx'
import { ClaimForm } from './claim-form.tsx'
import { claimMethodsByTab } from './wallet-methods.ts'

/** Where to send the money, and the report that it was sent. What was reported takes its place until the trader reports more. */
export function ClaimTab({ tab, overview }: { readonly tab: FundingTab; readonly overview: Overview }) {
  const method = claimMethodsByTab[tab] ?? 'bank'
  const [reported, setReported] = useState<Deposit | null>(null)
  const [isReportingMore, setReportingMore] = useState(false)
  const claims = listWaitingClaims(overview, method, reported)
  return (
    <div className="flex max-w-3xl flex-col gap-6">
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
          isFocused={isReportingMore}
          onReported={(deposit) => {
            setReported(deposit)
            setReportingMore(false)
          }}
        />
      )}
    </div>
  )
}

function NewClaim(props: {
  readonly method: ClaimMethod
  readonly isFocused: boolean
  readonly onReported: (deposit: Deposit) => void
}) {
  const { method, isFocused, onReported } = props
  const t = useTranslate()
  const form = useAmount()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFocused) section.current?.focus()
  }, [isFocused])
  return (
    <section ref={section} tabIndex={-1} aria-label={t('wallets.report_nothing')} className="outline-none">
      <Card className="flex flex-col gap-8">
        <AmountSection
          terms={form.terms}
          inputs={form.inputs}
          amount={form.amount}
          onChange={form.changeInputs}
          isLocked={false}
        />
        <ClaimAccount method={method} amount={form.inputs.amount} currency={form.terms.currency} />
        <ClaimForm method={method} planned={form} onReported={onReported} />
      </Card>
    </section>
  )
}

/** With the one that was just reported, until the overview has it. */
function listWaitingClaims({ recent }: Overview, method: ClaimMethod, reported: Deposit | null): Deposit[] {
  const isLoaded = recent.some(({ id }) => id === reported?.id)
  const all = reported === null || isLoaded ? recent : [reported, ...recent]
  return all.filter(({ wallet, state }) => wallet?.is_claim === true && wallet.name === method && state === 'review')
}

type ReportedClaimsProps = {
  /** Claims that wait for an operator. */
  readonly claims: readonly Deposit[]
  /** Gets the focus, so that it is seen and read out. */
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
    <Card as="section" labelledBy="reported-claims" className="flex flex-col items-start gap-4">
      <h2 id="reported-claims" ref={title} tabIndex={-1} className="text-17 font-semibold outline-none">
        {t('wallets.reported_heading')}
      </h2>
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
    </Card>
  )
}
