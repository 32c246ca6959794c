import { useId, useState } from 'react'

import type { FormFieldProps } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'

/**
 * Field of the subject. It shows the derived subject while it is empty and not edited. Nothing is cut off, because a part of a card number
 * is not masked.
 */
export function SubjectLine({ field, derived }: { readonly field: FormFieldProps; readonly derived: string }) {
  const t = useTranslate()
  const id = useId()
  const [edited, setEdited] = useState<string | null>(null)
  const shown = field.value === '' ? derived : field.value
  return (
    <div className="border-b border-line px-3 text-13">
      <div className="flex items-center gap-1.5">
        <label htmlFor={id} className="text-muted">
          {t('support.subject')}
        </label>
        <input
          id={id}
          ref={field.inputRef}
          value={edited ?? shown}
          aria-invalid={field.error !== undefined}
          aria-describedby={field.error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => {
            setEdited(target.value)
            field.onChange(target.value)
          }}
          onBlur={() => {
            setEdited(null)
            field.onBlur()
          }}
          className="target min-w-0 flex-1 bg-transparent font-medium text-ellipsis outline-none focus-visible:underline focus-visible:decoration-accent-ink focus-visible:underline-offset-4"
        />
      </div>
      {field.error !== undefined && (
        <p id={`${id}-error`} className="pb-2 text-down">
          {field.error}
        </p>
      )}
    </div>
  )
}
