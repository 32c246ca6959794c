import X from 'lucide-react/icons/x'

import { closeNotice, useClosedAt } from '../../../platform/closed-notices.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ProgressSteps, type ProgressStepState } from '../../../ui/feedback/progress.tsx'
import { useMarket } from '../use-market.ts'

const steps = ['choose', 'buy', 'watch', 'result'] as const

/** Leads through the first trade of a practice account. It is never in the way: it can be closed, and nothing waits for it. */
export function FirstTradeGuide() {
  const t = useTranslate()
  const { isPractice, tradeCount } = useUser()
  const isClosed = useClosedAt('trade_guide') !== null
  const { openTrades, closedTrades } = useMarket()
  if (!isPractice || isClosed || tradeCount > closedTrades.length + openTrades.length) return null
  const current = closedTrades.length > 0 ? 3 : openTrades.length > 0 ? 2 : 0
  const getState = (index: number): ProgressStepState => {
    // The first two steps are one press away from each other.
    if (current === 0) return index < 2 ? 'present' : 'ahead'
    return index < current ? 'done' : index === current ? 'present' : 'ahead'
  }
  return (
    <aside
      aria-label={t('trading.guide')}
      className="rounded-card border border-accent bg-accent-soft flex flex-row-reverse items-start gap-2 px-3 py-2 lg:min-h-24 landscape-phone:hidden tall:block tall:py-3"
    >
      <div className="flex items-start justify-between gap-2 tall:pb-2">
        <h3 className="sr-only font-medium tall:not-sr-only">{t('trading.guide')}</h3>
        <IconButton label={t('trading.guide_close')} onClick={() => closeNotice('trade_guide')} className="-me-2 -mt-2">
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {/* Most screens have room for the present step only. */}
      <p className="flex-1 text-13 tall:hidden">{t(`trading.guide_${current === 0 ? 'buy' : steps[current]}_note`)}</p>
      <div className="hidden tall:block">
        <ProgressSteps
          steps={steps.map((id, index) => ({
            id,
            label: t(`trading.guide_${id}`),
            note: getState(index) === 'present' ? t(`trading.guide_${id}_note`) : undefined,
            state: getState(index),
          }))}
          words={{
            done: t('trading.step_done'),
            present: t('trading.step_present'),
            ahead: t('trading.step_ahead'),
            failed: t('trading.step_ahead'),
          }}
        />
      </div>
    </aside>
  )
}
