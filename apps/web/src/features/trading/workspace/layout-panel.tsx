import { useQuery } from '@tanstack/react-query'
import { type ChartLayout, chartsCalls } from '@tradefront/contract/charts'
import { maxLayoutName } from '@tradefront/rules/charts/layouts'
import PencilLine from 'lucide-react/icons/pencil-line'
import Save from 'lucide-react/icons/save'
import Trash2 from 'lucide-react/icons/trash-2'
import { type FormEvent, useState } from 'react'

import { callQuery } from '../../../platform/api/call-query.ts'
import { toErrorText } from '../../../platform/api/error-text.ts'
import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { createUuid } from '../../../platform/create-uuid.ts'
import { confirmAction } from '../../../platform/dialogs.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { showToast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { updateWorkspace, useWorkspace } from './workspace-store.ts'
import { applyLayout } from './workspace.ts'

const { listLayouts, saveLayout, renameLayout, deleteLayout } = chartsCalls

/**
 * Saved layouts, and the field that saves the present one.
 * @param onChosen called after one was opened
 */
export function LayoutPanel({ onChosen }: { readonly onChosen: () => void }) {
  const t = useTranslate()
  const { charts, arrangement } = useWorkspace()
  const [error, setError] = useState<string>()
  const save = useCallMutation(saveLayout, {
    invalidates: [listLayouts],
    onSuccess: (_reply, { body }) =>
      showToast({ tone: 'success', text: t('charts.layout_saved', { name: body.name }) }),
    onError: (failure) => setError(toErrorText(failure)),
  })
  const present = {
    arrangement,
    charts: charts.map((chart) => ({
      ...chart,
      indicators: chart.indicators.map(({ name, values }) => ({ name, values: [...values] })),
    })),
  }
  return (
    <div className="flex flex-col gap-3">
      <QueryView
        query={useQuery(callQuery(listLayouts, {}))}
        name={t('trading.layouts')}
        skeleton={<RowsSkeleton count={3} className="h-9" />}
        isEmpty={({ layouts }) => layouts.length === 0}
        empty={<p className="text-13 text-muted">{t('charts.layouts_empty')}</p>}
      >
        {({ layouts }) => (
          <ul className="-mx-1 flex flex-col">
            {layouts.map((layout) => (
              <LayoutRow
                key={layout.id}
                layout={layout}
                onOpen={() => {
                  updateWorkspace((before) => applyLayout(before, layout))
                  onChosen()
                }}
                onReplace={() => save.mutate({ body: { ...layout, ...present } })}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <NameForm
        label={t('charts.layout_new')}
        name=""
        error={error}
        isPending={save.isPending}
        onChange={() => setError(undefined)}
        onSubmit={(name, clear) => save.mutate({ body: { id: createUuid(), name, ...present } }, { onSuccess: clear })}
      />
    </div>
  )
}

function LayoutRow(props: {
  readonly layout: ChartLayout
  readonly onOpen: () => void
  readonly onReplace: () => void
}) {
  const t = useTranslate()
  const { layout, onOpen, onReplace } = props
  const { id, name } = layout
  const [isRenaming, setRenaming] = useState(false)
  const [error, setError] = useState<string>()
  const rename = useCallMutation(renameLayout, {
    invalidates: [listLayouts],
    onSuccess: () => setRenaming(false),
    onError: (failure) => setError(toErrorText(failure)),
  })
  const remove = useCallMutation(deleteLayout, { invalidates: [listLayouts] })
  const askAndRemove = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('charts.layout_delete_title', { name }),
      confirmLabel: t('charts.layout_delete'),
      cancelLabel: t('charts.layout_keep'),
      isDanger: true,
    })
    if (isConfirmed) remove.mutate({ body: { id } })
  }
  if (isRenaming)
    return (
      <li className="p-1">
        <NameForm
          label={t('charts.layout_rename', { name })}
          name={name}
          error={error}
          isPending={rename.isPending}
          onChange={() => setError(undefined)}
          onSubmit={(next) => rename.mutate({ body: { id, name: next } })}
        />
      </li>
    )
  const commands = [
    { key: 'replace', Icon: Save, onPress: onReplace },
    { key: 'rename', Icon: PencilLine, onPress: () => setRenaming(true) },
    { key: 'delete', Icon: Trash2, onPress: () => void askAndRemove() },
  ] as const
  return (
    <li className="flex items-center rounded-field hover:bg-raised">
      <button
        type="button"
        onClick={onOpen}
        className="min-h-9 min-w-0 flex-1 cursor-pointer truncate px-2 text-start text-15 pointer-coarse:min-h-11"
      >
        {name}
      </button>
      {commands.map(({ key, Icon, onPress }) => (
        <IconButton key={key} label={t(`charts.layout_${key}_named`, { name })} onClick={onPress}>
          <Icon size={16} aria-hidden />
        </IconButton>
      ))}
    </li>
  )
}

function NameForm(props: {
  readonly label: string
  readonly name: string
  readonly error: string | undefined
  readonly isPending: boolean
  readonly onChange: () => void
  readonly onSubmit: (name: string, clear: () => void) => void
}) {
  const t = useTranslate()
  const { label, error, isPending, onChange, onSubmit } = props
  const [name, setName] = useState(props.name)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const trimmed = name.trim()
    setMissing(trimmed === '')
    if (trimmed !== '') onSubmit(trimmed, () => setName(''))
  }
  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <TextField
        label={label}
        value={name}
        onChange={(next) => {
          setName(next)
          setMissing(false)
          onChange()
        }}
        maxLength={maxLayoutName}
        autoComplete="off"
        error={isMissing ? t('charts.layout_name_missing') : error}
        hasAutoFocus={props.name !== ''}
        className="flex-1"
      />
      <Button type="submit" isPending={isPending} className="mt-6">
        {t('charts.layout_save')}
      </Button>
    </form>
  )
}
