import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import CircleX from 'lucide-react/icons/circle-x'
import { useEffect, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { reportError } from '../../../platform/telemetry/error-reports.ts'
import type { Trial } from './use-trial.ts'

type Outcome = 'right' | 'wrong' | 'impossible'

/** Says when the trade can be checked. Then this browser computes its prices again, by itself. */
export function TrialCheck({ trial, digits }: { readonly trial: Trial; readonly digits: number }) {
  const t = useTranslate()
  const format = useFormat()
  const outcome = useOutcome(trial, digits)
  const { proof } = trial
  if (proof === null) return null
  if (outcome === null)
    return (
      <p className="flex items-start gap-2 text-13 text-muted">
        <Clock size={16} aria-hidden className="mt-0.5 shrink-0" />
        {t('landing.trial_check_at', { time: format.timeWithSeconds(proof.publicAtMs) })}
      </p>
    )
  const isRight = outcome === 'right'
  const Icon = isRight ? CircleCheck : CircleX
  return (
    <p className={`flex items-start gap-2 text-13 ${isRight ? 'text-up' : 'text-warn'}`}>
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      {t(`landing.trial_check_${outcome}`)}
    </p>
  )
}

/** Checks the trade. Null: the seeds are not published yet, or the check runs. */
function useOutcome(trial: Trial, digits: number): Outcome | null {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const isPublic = trial.proof?.proofs != null
  useEffect(() => {
    if (!isPublic) return undefined
    let isShown = true
    const check = async (): Promise<Outcome> => {
      // This code is loaded only for visitors whose trade has ended.
      const { checkSettlement } = await import('../../trading/trade-page/check-settlement.ts')
      return (await checkSettlement(trial, digits)).failed.length === 0 ? 'right' : 'wrong'
    }
    void check()
      .catch((error: unknown) => {
        reportError(error)
        return 'impossible' as const
      })
      .then((found) => {
        if (isShown) setOutcome(found)
      })
    return () => {
      isShown = false
    }
  }, [isPublic, trial, digits])
  return outcome
}
