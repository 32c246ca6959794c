import type { TradeDay } from '@tradefront/contract/trading'
import type { TradeCheck } from '../api.ts'
import { useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { reportError } from '../../../platform/telemetry/error-reports.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { type CheckReport, checkSettlement } from './check-settlement.ts'

/** Repeats the settlement with the published seed, in the trader's own browser. */
export function SettlementCheck(props: {
  readonly check: TradeCheck
  readonly day: TradeDay
  readonly digits: number
}) {
  const t = useTranslate()
  const format = useFormat()
  const { check, day, digits } = props
  const [report, setReport] = useState<CheckReport | 'running' | 'impossible' | null>(null)
  const run = async (): Promise<void> => {
    setReport('running')
    try {
      setReport(await checkSettlement(check, digits))
    } catch (error) {
      // Without TLS, browsers have no WebCrypto.
      reportError(error)
      setReport('impossible')
    }
  }
  // The day on which the market started.
  const isFirstDay = day.announcedAtMs >= Date.parse(day.date)
  const code = (text: string) => <code className="text-13 break-all">{text}</code>
  return (
    <section aria-labelledby="trade-check" className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="trade-check" tabIndex={-1} className="text-17 font-semibold outline-none">
          {t('trading.check_title')}
        </h2>
        <p className="text-muted">{t('trading.check_lead')}</p>
        {isFirstDay && <p className="text-muted">{t('trading.check_first_day')}</p>}
      </div>
      <div className="w-full">
        <DescriptionList
          rows={[
            { id: 'date', name: t('trading.check_day'), value: day.date },
            { id: 'hash', name: t('trading.check_hash'), value: code(day.seedHash) },
            {
              id: 'announced',
              name: t('trading.check_announced'),
              value: format.dateTimeWithSeconds(day.announcedAtMs),
            },
            { id: 'start', name: t('trading.check_start'), value: format.price(day.startPrice, digits) },
            {
              id: 'seed',
              name: t('trading.check_seed'),
              value:
                day.seed === null
                  ? t('trading.check_seed_later', { time: format.dateTimeWithSeconds(day.endsAtMs) })
                  : code(day.seed),
            },
          ]}
        />
      </div>
      {day.seed !== null && (
        <Button tone="primary" isPending={report === 'running'} onPress={() => void run()}>
          {t('trading.check_run')}
        </Button>
      )}
      <div role="status" className="w-full empty:hidden">
        {report !== null && report !== 'running' && <CheckResult report={report} />}
      </div>
    </section>
  )
}

function CheckResult({ report }: { readonly report: CheckReport | 'impossible' }) {
  const t = useTranslate()
  if (report === 'impossible') return <Banner tone="warn" title={t('trading.check_impossible')} />
  const isRight = report.failed.length === 0
  return (
    <Banner tone={isRight ? 'success' : 'danger'} title={t(isRight ? 'trading.check_right' : 'trading.check_wrong')}>
      <ul className="list-disc ps-5">
        {report.passed.map((step) => (
          <li key={step}>{t(`trading.step_${step}`)}</li>
        ))}
        {report.failed.map((step) => (
          <li key={step} className="text-down">
            {t(`trading.step_${step}_failed`)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
