import type { Ref } from 'react'
import { type Control, type FieldPathByValue, type FieldValues, type Path, useController } from 'react-hook-form'

import { explainMessage } from '../i18n/explanations.ts'
import { isLoadedText, type Translate, useTranslate } from '../i18n/i18n.ts'

export type FormFieldProps = {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly inputRef: Ref<HTMLInputElement & HTMLTextAreaElement>
  readonly error: string | undefined
}

/** Returns the properties of a field. `dependents` are validated with this field. */
export function useFormField<Values extends FieldValues>(
  control: Control<Values>,
  name: FieldPathByValue<Values, string>,
  dependents: Path<Values>[] = [],
): FormFieldProps {
  const t = useTranslate()
  const { field, fieldState } = useController({ control, name, rules: { deps: dependents } })
  return {
    name: field.name,
    value: field.value as string,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    error: translateFieldError(t, fieldState.error?.message),
  }
}

/** Translates an error of a field: our rules give a text key, the server gives a message. */
export function translateFieldError(t: Translate, message: string | undefined): string | undefined {
  if (message === undefined || message === '') return undefined
  return isLoadedText(message) ? explainMessage(message, t(message)) : message
}
