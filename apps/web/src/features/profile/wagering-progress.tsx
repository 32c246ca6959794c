import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Money } from '../../ui/money/money.tsx'
import { ProgressBar } from '../../ui/feedback/progress.tsx'

export function WageringProgress(props: { readonly done: number; readonly needed: number; readonly currency: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { done, needed, currency } = props
  const money = (amount: number): string => format.money(amount, currency, { isWhole: true })
  if (needed <= 0) return <p className="text-13 text-muted">{t('profile.turnover_none')}</p>
  const words = t('profile.turnover_of', { done: money(done), needed: money(needed) })
  const isDone = done >= needed
  return (
    <div className="flex flex-col gap-2">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-muted">{t('profile.turnover')}</span>
        <span className="tabular">
          <Money amount={done} currency={currency} isWhole /> <span className="text-muted">/</span>{' '}
          <Money amount={needed} currency={currency} isWhole className="text-muted" />
        </span>
      </p>
      <ProgressBar
        label={t('profile.turnover')}
        value={done / needed}
        valueText={words}
        tone={isDone ? 'up' : 'accent'}
      />
      <p className="text-13 text-muted">
        {isDone ? t('profile.turnover_done') : t('profile.turnover_left', { amount: money(needed - done) })}
      </p>
    </div>
  )
}
