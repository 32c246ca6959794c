import type { CalendarDate } from '@internationalized/date'
import CalendarDays from 'lucide-react/icons/calendar-days'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'

import { cx } from '../styles/cx.ts'
import { AriaFieldLabel, AriaFieldNote } from './aria-field.tsx'
import { fieldBoxClass, segmentClass } from './field.tsx'

/** Earlier years are still being typed: 2, 20, 202. */
const firstYear = 2000

export type DateFieldProps = {
  readonly label: string
  readonly value: CalendarDate | null
  /** Called when a date is chosen in the calendar, or when the field is left. It returns whether the date is accepted. */
  readonly onChange: (value: CalendarDate | null) => boolean
  readonly error?: string
  readonly words: { readonly open: string; readonly previous: string; readonly next: string }
  /** Language of the page. Dates are DD.MM.YYYY in every language (spec: account 5). */
  readonly lang: string
  readonly className?: string
}

/** Field for a date. One that is not accepted is cleared, and the calendar shakes. */
export function DateField({ label, value, onChange, error, words, lang, className }: DateFieldProps) {
  // Undefined: nothing is being typed.
  const [typed, setTyped] = useState<CalendarDate | null | undefined>()
  const [isOpen, setOpen] = useState(false)
  const [isShaking, setShaking] = useState(false)
  const isInvalid = error !== undefined && error !== ''
  const commit = (next: CalendarDate | null): boolean => {
    setTyped(undefined)
    const isAccepted = onChange(next)
    setShaking(!isAccepted)
    return isAccepted
  }
  const shake = cx(isShaking && 'animate-shake')
  return (
    <I18nProvider locale={lang === 'en' ? 'en-CH' : lang}>
      <DatePicker
        value={typed === undefined ? value : typed}
        onChange={(next) => {
          if (!isOpen) return setTyped(next as CalendarDate | null)
          if (commit(next as CalendarDate | null)) setOpen(false)
        }}
        onBlur={() => {
          if (typed !== undefined) commit(typed !== null && typed.year < firstYear ? null : typed)
        }}
        isOpen={isOpen}
        onOpenChange={setOpen}
        shouldCloseOnSelect={false}
        shouldForceLeadingZeros
        granularity="day"
        isInvalid={isInvalid}
        validationBehavior="aria"
        className={cx('flex flex-col gap-1.5', className)}
      >
        <AriaFieldLabel>{label}</AriaFieldLabel>
        <Group className={cx(fieldBoxClass, shake)} onAnimationEnd={() => setShaking(false)}>
          <DateInput className="flex min-w-0 flex-1 px-3 tabular whitespace-nowrap">
            {(segment) => <DateSegment segment={segment} className={segmentClass} />}
          </DateInput>
          <Button
            aria-label={words.open}
            className="flex items-center self-stretch px-3 text-muted outline-none data-focus-visible:text-accent-ink data-hovered:text-ink"
          >
            <CalendarDays size={16} aria-hidden />
          </Button>
        </Group>
        <AriaFieldNote error={error} />
        <Popover
          placement="bottom start"
          className={cx('rounded-card border border-line bg-float shadow-raised', shake)}
        >
          <Dialog className="p-3 outline-none">
            <Calendar>
              <header className="flex items-center justify-between gap-2 pb-2">
                <Button slot="previous" aria-label={words.previous} className={stepClass}>
                  <ChevronLeft size={18} aria-hidden />
                </Button>
                <Heading className="text-15 font-semibold" />
                <Button slot="next" aria-label={words.next} className={stepClass}>
                  <ChevronRight size={18} aria-hidden />
                </Button>
              </header>
              <CalendarGrid>
                <CalendarGridHeader>
                  {(day) => (
                    <CalendarHeaderCell className="pb-1 text-13 font-normal text-muted">{day}</CalendarHeaderCell>
                  )}
                </CalendarGridHeader>
                <CalendarGridBody>
                  {(date) => (
                    <CalendarCell
                      date={date}
                      className={
                        'flex size-10 cursor-pointer items-center justify-center rounded-field tabular text-15 data-hovered:bg-raised ' +
                        'data-outside-month:hidden data-selected:bg-accent data-selected:text-on-accent data-focus-visible:outline-2'
                      }
                    />
                  )}
                </CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </I18nProvider>
  )
}

const stepClass =
  'flex size-10 items-center justify-center rounded-field text-muted data-hovered:bg-raised data-hovered:text-ink'
