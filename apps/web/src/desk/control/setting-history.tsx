import { useQuery } from '@tanstack/react-query'
import type { SettingView } from '@tradefront/contract/desk-control'
import { emergencyActor } from '@tradefront/contract/operator-actions'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { settingChangesQuery } from './api.ts'
import { describeValue } from './setting-value.ts'

/**
 * Changes of a setting.
 * @param props.onSetBack writes the earlier value into the field; null without the right to change the setting
 */
export function SettingHistory(props: {
  readonly setting: SettingView
  readonly onSetBack: ((before: unknown) => void) | null
}) {
  const t = useTranslate()
  const format = useFormat()
  const { setting, onSetBack } = props
  const show = (value: unknown) => describeValue(t, format, setting, value)
  return (
    <section aria-labelledby="history" className="flex flex-col gap-2">
      <h3 id="history" className="font-semibold">
        {t('desk_control.history')}
      </h3>
      <QueryView
        query={useQuery(settingChangesQuery(setting.name))}
        name={t('desk_control.history')}
        skeleton={<Skeleton className="h-16" />}
        isEmpty={(changes) => changes.length === 0}
        empty={<p className="text-muted">{t('desk_control.no_history')}</p>}
      >
        {(changes) => (
          <ol className="flex flex-col">
            {changes.map((change) => (
              <li
                key={change.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0"
              >
                <span className="flex min-w-48 flex-1 flex-col">
                  <span className="wrap-anywhere">
                    {t('desk_control.from_to', {
                      from: change.before === null ? t('desk_control.is_default') : show(change.before),
                      to: show(change.after),
                    })}
                  </span>
                  <span className="text-13 text-muted wrap-anywhere">
                    {format.dateTime(change.atMs)} ·{' '}
                    {change.operator === emergencyActor ? t('desk_control.emergency') : change.operator}
                    {change.isSigned && ` · ${t('desk_control.signed')}`}
                    {change.reason !== null && ` · “${change.reason}”`}
                  </span>
                </span>
                {onSetBack !== null && (
                  <Button size="sm" tone="plain" onPress={() => onSetBack(change.before)}>
                    {t('desk_control.set_back', {
                      value: change.before === null ? t('desk_control.is_default') : show(change.before),
                    })}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  )
}
