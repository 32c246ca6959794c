import ChevronDown from 'lucide-react/icons/chevron-down'

import { Field, type FieldFrameProps, fieldInputClass } from './field.tsx'

/** A placeholder that looks like a Select or ComboBox that has not been loaded yet. */
export function ChoicePlaceholder(props: FieldFrameProps & { readonly name: string; readonly value?: string }) {
  return (
    <Field
      {...props}
      renderInput={(attributes) => (
        <>
          <input {...attributes} name={props.name} value={props.value ?? ''} readOnly className={fieldInputClass} />
          <ChevronDown size={16} className="me-3 shrink-0 text-muted" aria-hidden />
        </>
      )}
    />
  )
}
