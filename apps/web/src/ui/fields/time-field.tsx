import type { Time } from '@internationalized/date'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'

import { cx } from '../styles/cx.ts'
import { AriaFieldLabel, AriaFieldNote } from './aria-field.tsx'
import { fieldBoxClass, segmentClass } from './field.tsx'

/** Field for hours and minutes, as the language of the page writes them. */
export function TimeField(props: {
  readonly label: string
  readonly value: Time
  readonly onChange: (value: Time) => void
  readonly error?: string
  readonly className?: string
}) {
  const { label, value, onChange, error, className } = props
  const isInvalid = error !== undefined && error !== ''
  return (
    <AriaTimeField
      value={value}
      // The time is null while a part is being typed.
      onChange={(next) => {
        if (next !== null) onChange(next as Time)
      }}
      granularity="minute"
      isInvalid={isInvalid}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <AriaFieldLabel>{label}</AriaFieldLabel>
      <DateInput className={cx(fieldBoxClass, 'px-3 tabular whitespace-nowrap')}>
        {(segment) => <DateSegment segment={segment} className={segmentClass} />}
      </DateInput>
      <AriaFieldNote error={error} />
    </AriaTimeField>
  )
}
