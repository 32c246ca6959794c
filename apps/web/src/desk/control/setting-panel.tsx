import { useMutation, useQuery } from '@tanstack/react-query'
import { controlCalls, type SettingView } from '@tradefront/contract/desk-control'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ActionButton } from '../action-button.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { settingsQuery } from './api.ts'
import { SettingField } from './setting-field.tsx'
import { SettingHistory } from './setting-history.tsx'
import { toSettingText } from './setting-texts.ts'
import { describeValue, findEditor, parseFieldText, toFieldText } from './setting-value.ts'

export function SettingPanel({ name }: { readonly name: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery({ ...settingsQuery, select: (rows) => rows.find((row) => row.name === name) ?? null })}
      name={t('desk_control.setting')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(setting) => <Details setting={setting} />}
    </QueryView>
  )
}

function Details({ setting }: { readonly setting: SettingView }) {
  const t = useTranslate()
  const format = useFormat()
  const { roles } = useOperator()
  const { name, value, unit, action, changedAtMs } = setting
  const editor = findEditor(setting.schema)
  const [text, setText] = useState(() => toFieldText(value, editor))
  const show = (shown: unknown) => describeValue(t, format, setting, shown)
  const names = setting.roles.map((role) => t(`desk.role_${role}`)).join(', ')
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <h2 className="text-21 font-semibold">{toSettingText(t, 'set', name)}</h2>
        <p>{toSettingText(t, 'effect', name)}</p>
        <p className="text-13 text-muted">{name}</p>
      </div>
      <DescriptionList
        rows={[
          { id: 'value', name: t('desk_control.value'), value: <Value text={show(value)} />, isStrong: true },
          { id: 'default', name: t('desk_control.default'), value: <Value text={show(setting.default)} /> },
          ...(unit === null
            ? []
            : [{ id: 'unit', name: t('desk_control.unit'), value: t(`desk_control.unit_${unit}`) }]),
          {
            id: 'changed',
            name: t('desk_control.changed'),
            value: changedAtMs === null ? t('desk_control.never') : format.dateTime(changedAtMs),
          },
        ]}
      />
      <section aria-label={t('desk_control.new_value')} className="flex flex-col gap-3">
        <p className="text-muted">
          {t(action === 'setting.change' ? 'desk_control.needs_one' : 'desk_control.needs_two', { roles: names })}
        </p>
        {name === 'cascade_rules' && (
          <Link to="/cascade" className="self-start font-medium text-accent-ink hover:underline">
            {t('desk_cascade.to_screen')}
          </Link>
        )}
        {hasRole(roles, setting.roles) && (
          <>
            <SettingField setting={setting} editor={editor} text={text} onChange={setText} />
            <ChangeValue setting={setting} next={parseFieldText(text, editor)} />
          </>
        )}
      </section>
      <SettingHistory
        setting={setting}
        onSetBack={
          hasRole(roles, setting.roles)
            ? (before) => setText(toFieldText(before === null ? setting.default : before, editor))
            : null
        }
      />
    </Card>
  )
}

function Value({ text }: { readonly text: string }) {
  return <span className="whitespace-pre-line wrap-anywhere">{text}</span>
}

/** Changes a value. The server first says whether it is possible, and how it would be stored: that is what is signed. */
function ChangeValue({ setting, next }: { readonly setting: SettingView; readonly next: unknown }) {
  const t = useTranslate()
  const format = useFormat()
  const { name, value, action } = setting
  const [checked, setChecked] = useState<{ readonly next: string; readonly value: unknown } | null>(null)
  const check = useMutation({
    mutationFn: () => performCall(controlCalls.checkSetting, { body: { name, value: next } }),
    onSuccess: (reply) => setChecked({ next: JSON.stringify(next), value: reply.value ?? null }),
  })
  const isSame = JSON.stringify(next) === JSON.stringify(value)
  const isChecked = checked !== null && checked.next === JSON.stringify(next)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isChecked ? (
        <>
          <ActionButton
            action={action}
            tone="primary"
            title={t('desk_control.change_title', { setting: toSettingText(t, 'set', name) })}
            input={{ setting: name, before: value, value: checked.value }}
            isOffered={!isSame}
          >
            <p className="wrap-anywhere">
              {t('desk_control.from_to', {
                from: describeValue(t, format, setting, value),
                to: describeValue(t, format, setting, checked.value),
              })}
            </p>
          </ActionButton>
          {!isSame && (
            <span className="wrap-anywhere">
              {t('desk_control.becomes', { value: describeValue(t, format, setting, checked.value) })}
            </span>
          )}
        </>
      ) : (
        <Button
          tone="primary"
          isDisabled={next === undefined || isSame}
          isPending={check.isPending}
          onPress={() => check.mutate()}
        >
          {t('desk_control.check_value')}
        </Button>
      )}
      {next === undefined && <span className="text-down">{t('desk_control.no_value')}</span>}
      {check.error !== null && !isChecked && (
        <span role="alert" className="text-down">
          {toErrorText(check.error)}
        </span>
      )}
    </div>
  )
}
