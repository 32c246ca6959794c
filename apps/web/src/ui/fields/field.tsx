import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

/** An error replaces the help. */
export type FieldFrameProps = {
  readonly label: string
  readonly help?: ReactNode
  /** Translated text. A field with an error is invalid. */
  readonly error?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
}

/** For the element that shows the focus ring. */
export const fieldBoxClass =
  'target flex w-full items-center rounded-field border border-edge bg-surface text-15 text-ink transition-colors ' +
  'data-hovered:border-muted data-focus-within:border-accent-ink data-focus-within:ring-1 data-focus-within:ring-accent-ink ' +
  'data-invalid:border-down data-focus-within:data-invalid:ring-down data-disabled:opacity-50'

export const fieldInputClass =
  'min-w-0 flex-1 self-stretch bg-transparent px-3 py-2 outline-none placeholder:text-faint disabled:cursor-not-allowed'

/** A part of a date or a time. */
export const segmentClass =
  'rounded-[3px] px-px outline-none data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-faint data-[type=literal]:px-0'

export function FieldLabel({ children, aside }: { readonly children: ReactNode; readonly aside?: ReactNode }) {
  return (
    <span className="flex items-baseline justify-between gap-3">
      <Label className="text-13 font-medium text-muted">{children}</Label>
      {aside}
    </span>
  )
}

export function FieldNote({ help, error }: { readonly help?: ReactNode; readonly error?: string }) {
  if (error !== undefined && error !== '') {
    return <FieldError className="flex items-start gap-1.5 text-13 text-down">{error}</FieldError>
  }
  if (help === undefined || help === null) return null
  return (
    <Text slot="description" className="text-13 text-muted">
      {help}
    </Text>
  )
}
