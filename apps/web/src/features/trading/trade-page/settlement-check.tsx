import type { TradeProof } from '@tradefront/contract/trading'
import type { TradeCheck } from '../api.ts'
import { useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { reportError } from '../../../platform/telemetry/error-reports.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { type CheckReport, checkSettlement, isSandboxBeacon } from './check-settlement.ts'

/** Repeats the settlement from published data in the trader's own browser. */
export function SettlementCheck(props: {
  readonly check: TradeCheck
  readonly proof: TradeProof
  readonly digits: number
}) {
  const t = useTranslate()
  const format = useFormat()
  const { check, proof, digits } = props
  const [report, setReport] = useState<CheckReport | 'running' | 'impossible' | null>(null)
  const run = async (): Promise<void> => {
    setReport('running')
    try {
      setReport(await checkSettlement(check, digits))
    } catch (error) {
      reportError(error)
      setReport('impossible')
    }
  }
  const { proofs, days, publicAtMs } = proof
  const fileName = `trade-${check.trade.id}.json`
  // The market started on this day.
  const isFirstDay = days.some(({ date, announcedAtMs }) => announcedAtMs >= Date.parse(date))
  const code = (text: string) => <code className="text-13 break-all">{text}</code>
  const rounds = (proofs ?? []).flatMap((each) => each.rounds.map(({ round }) => round))
  return (
    <section aria-labelledby="trade-check" className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1">
        <h2 id="trade-check" tabIndex={-1} className="text-17 font-semibold outline-none">
          {t('trading.check_title')}
        </h2>
        <p className="text-muted">{t('trading.check_lead')}</p>
        {isSandboxBeacon(proof) && <p className="text-muted">{t('trading.check_sandbox_beacon')}</p>}
        {isFirstDay && <p className="text-muted">{t('trading.check_first_day')}</p>}
      </div>
      <div className="w-full">
        <DescriptionList
          rows={[
            ...days.flatMap(({ date, root, announcedAtMs }) => [
              { id: `root-${date}`, name: t('trading.check_root', { date }), value: code(root) },
              {
                id: `announced-${date}`,
                name: t('trading.check_announced'),
                value: format.dateTimeWithSeconds(announcedAtMs),
              },
            ]),
            {
              id: 'seeds',
              name: t('trading.check_seeds'),
              value:
                proofs === null
                  ? t('trading.check_seeds_later', { time: format.dateTimeWithSeconds(publicAtMs) })
                  : proofs
                      .flatMap(({ seeds }) => seeds)
                      .map(({ windowStartMs, seed }) => <div key={windowStartMs}>{code(seed)}</div>),
            },
            ...(rounds.length === 0
              ? []
              : [
                  {
                    id: 'rounds',
                    name: t('trading.check_rounds'),
                    value: t('trading.check_rounds_range', {
                      first: String(Math.min(...rounds)),
                      last: String(Math.max(...rounds)),
                    }),
                  },
                ]),
          ]}
        />
      </div>
      {proofs !== null && (
        <div className="flex flex-wrap gap-3">
          <Button tone="primary" isPending={report === 'running'} onPress={() => void run()}>
            {t('trading.check_run')}
          </Button>
          <a
            href={`data:application/json,${encodeURIComponent(JSON.stringify({ trade: check.trade, proof }))}`}
            download={fileName}
            className={buttonClass({ tone: 'quiet' })}
          >
            {t('trading.proof_save')}
          </a>
        </div>
      )}
      {proofs !== null && (
        <p className="text-13 text-muted">
          {t('trading.proof_text')} {code(`npm run verify -- ${globalThis.location.origin} --trade ${fileName}`)}
        </p>
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
