import type { Deposit } from '@tradefront/contract/domain/deposits'
import { useEffect, useRef } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'

type ReportedClaimsProps = {
  /** Claims that wait for an operator. */
  readonly claims: readonly Deposit[]
  /** Gets the focus, so that it is seen and read out. */
  readonly isNew: boolean
  /** Null while the form is open. */
  readonly onReportMore: (() => void) | null
}

export function ReportedClaims({ claims, isNew, onReportMore }: ReportedClaimsProps) {
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
