import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { settingGroups, type SettingView } from '@tradefront/contract/desk-control'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { settingsQuery } from './api.ts'
import { SettingPanel } from './setting-panel.tsx'
import { toSettingText } from './setting-texts.ts'
import { describeValue } from './setting-value.ts'

/** All settings in groups, and beside them the one that is open. A phone shows one or the other. */
export function SettingsScreen({ openName }: { readonly openName: string | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const query = useQuery(settingsQuery)
  const found = findSettings(t, query.data ?? [], words)
  useListKeys(
    found.map(({ name }) => name),
    openName,
    (id) => void navigate({ to: '/settings/$id', params: { id } }),
  )
  return (
    <ListAndDetail
      name={t('desk_control.settings')}
      path="/settings"
      columns="even"
      list={
        <>
          <ScreenTitle lead={t('desk_control.settings_lead')}>{t('desk_control.settings')}</ScreenTitle>
          <ListTools
            path="/settings"
            csv={
              <CsvButton
                file="settings"
                title={t('desk_control.settings')}
                load={() => found}
                columns={[
                  { title: t('desk_control.setting'), toCell: ({ name }) => toSettingText(t, 'set', name) },
                  { title: t('desk_control.setting_name'), toCell: ({ name }) => name },
                  {
                    title: t('desk_control.setting_value'),
                    toCell: ({ value }) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
                  },
                  { title: t('desk.col_time'), toCell: ({ changedAtMs }) => toCsvTime(changedAtMs) },
                ]}
              />
            }
          >
            <TextField
              className="min-w-0 flex-1"
              label={t('desk_control.find_setting')}
              value={words}
              onChange={setWords}
              maxLength={60}
            />
          </ListTools>
          <QueryView
            query={query}
            name={t('desk_control.settings')}
            skeleton={<Skeleton className="h-96" />}
            isEmpty={() => found.length === 0}
            empty={<EmptyState title={t('desk_control.no_settings')} />}
          >
            {() => (
              <div className="flex flex-col gap-6">
                {settingGroups
                  .map((group) => ({ group, settings: found.filter((setting) => setting.group === group) }))
                  .filter(({ settings }) => settings.length > 0)
                  .map(({ group, settings }) => (
                    <section key={group} aria-labelledby={`group-${group}`} className="flex flex-col gap-2">
                      <h2 id={`group-${group}`} className="font-semibold">
                        {t(`desk_control.group_${group}`)}
                      </h2>
                      <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                        {settings.map((setting) => (
                          <li key={setting.name} className="border-b border-line last:border-b-0">
                            <SettingLink setting={setting} isOpen={setting.name === openName} />
                          </li>
                        ))}
                      </ul>
                    </section>
                  ))}
              </div>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_control.setting')}
      subject={openName && `setting:${openName}`}
      detail={openName === null ? null : <SettingPanel key={openName} name={openName} />}
      hint={found.length === 0 ? null : t('desk_control.choose_setting')}
    />
  )
}

/** Finds settings by words, in the order of the screen. */
function findSettings(t: Translate, settings: readonly SettingView[], words: string): SettingView[] {
  const wanted = words.trim().toLowerCase()
  return settingGroups
    .flatMap((group) => settings.filter((setting) => setting.group === group))
    .filter(({ name }) =>
      [name, toSettingText(t, 'set', name), toSettingText(t, 'effect', name)].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
}

function SettingLink({ setting, isOpen }: { readonly setting: SettingView; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { name, value, changedAtMs } = setting
  return (
    <Link
      to="/settings/$id"
      params={{ id: name }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-2.5', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="min-w-0 flex-1">{toSettingText(t, 'set', name)}</span>
      <span
        className={cx(
          'max-w-[45%] text-end tabular wrap-anywhere',
          changedAtMs === null ? 'text-muted' : 'font-medium',
        )}
      >
        {summarize(t, describeValue(t, format, setting, value), value)}
      </span>
    </Link>
  )
}

const shownLength = 40

/** Shortens a value. The panel has the whole one. */
function summarize(t: Translate, text: string, value: unknown): string {
  const isPlain = typeof value !== 'object' || value === null || (Array.isArray(value) && typeof value[0] !== 'object')
  if (!isPlain) return t('desk_control.parts', { count: Object.keys(value).length })
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
