import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

import { fieldClasses } from './field.tsx'

export function AriaFieldLabel({ children }: { readonly children: ReactNode }) {
  return <Label className={fieldClasses.label}>{children}</Label>
}

/** The field around the note gives it its id. */
export function AriaFieldNote({ help, error }: { readonly help?: ReactNode; readonly error?: string }) {
  if (error !== undefined && error !== '') {
    return <FieldError className={fieldClasses.error}>{error}</FieldError>
  }
  if (help === undefined || help === null) return null
  return (
    <Text slot="description" className={fieldClasses.help}>
      {help}
    </Text>
  )
}
