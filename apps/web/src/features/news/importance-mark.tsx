import { type EventImportance, eventImportances } from '@tradefront/rules/news/importance'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'

/** Mark of one to three bars, which is named for screen readers and on hover. */
export function ImportanceMark({ importance }: { readonly importance: EventImportance }) {
  const t = useTranslate()
  const level = eventImportances.indexOf(importance)
  const label = t(`news.importance_${importance}`)
  return (
    <span role="img" aria-label={label} title={label} className="mt-0.5 flex h-4 shrink-0 items-end gap-0.5 self-start">
      {(['h-1.5', 'h-2.5', 'h-4'] as const).map((height, index) => (
        <span
          key={height}
          className={cx(
            'w-1 rounded-full',
            height,
            index > level ? 'bg-line' : importance === 'high' ? 'bg-warn' : 'bg-muted',
          )}
        />
      ))}
    </span>
  )
}
