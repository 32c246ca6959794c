import type { SettingView } from '@tradefront/contract/desk-control'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { SettingEditor } from './setting-value.ts'

/** Field for a new value. */
export function SettingField(props: {
  readonly setting: SettingView
  readonly editor: SettingEditor
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const t = useTranslate()
  const { editor, text, onChange } = props
  const { unit } = props.setting
  const label = t('desk_control.new_value')
  if (editor.kind === 'choice' || editor.kind === 'boolean') {
    const options =
      editor.kind === 'choice'
        ? editor.options.map((id) => ({ id, label: id }))
        : [
            { id: 'true', label: t('desk_control.yes') },
            { id: 'false', label: t('desk_control.no') },
          ]
    return <Select label={label} options={options} value={text} onChange={onChange} className="max-w-72" />
  }
  if (editor.kind === 'number')
    return (
      <TextField
        label={label}
        inputMode="decimal"
        dir="ltr"
        isTabular
        value={text}
        onChange={onChange}
        maxLength={20}
        className="max-w-72"
        {...(unit !== null && { help: t(`desk_control.unit_${unit}`) })}
      />
    )
  if (editor.kind === 'text' && !editor.isLong)
    return <TextField label={label} value={text} onChange={onChange} maxLength={500} />
  return (
    <TextArea
      label={label}
      {...(editor.kind === 'list' && { help: t('desk_control.value_list') })}
      {...(editor.kind === 'numbers' && { help: t('desk_control.value_numbers') })}
      {...(editor.kind === 'json' && { help: t('desk_control.value_json') })}
      name="value"
      rows={4}
      value={text}
      onChange={onChange}
      onBlur={() => undefined}
      inputRef={null}
    />
  )
}
