import { useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { getLocalZone, useFormat } from '../../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { TimeField } from '../../../ui/fields/time-field.tsx'
import { toLocalMoment, toMomentMs } from './replay-time.ts'

/**
 * Choice of a time in the past, in the time zone of the browser.
 * @param props.atMs time with which it opens
 */
export function DayAndTime(props: { readonly atMs: number; readonly onChoose: (atMs: number) => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const format = useFormat()
  const zone = getLocalZone()
  const [moment, setMoment] = useState(() => toLocalMoment(props.atMs, zone))
  const [isRefused, setRefused] = useState(false)
  const words = {
    open: t('replay.open_calendar'),
    previous: t('replay.previous_month'),
    next: t('replay.next_month'),
  }
  const change = (part: Partial<typeof moment>): void => {
    setMoment((before) => ({ ...before, ...part }))
    setRefused(false)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        const atMs = toMomentMs(moment, zone)
        if (atMs < serverNow()) props.onChoose(atMs)
        else setRefused(true)
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] items-start gap-3">
        <DateField
          label={t('replay.day')}
          value={moment.day}
          onChange={(day) => {
            if (day !== null) change({ day })
            return day !== null
          }}
          {...{ words, lang }}
        />
        <TimeField label={t('replay.time')} value={moment.time} onChange={(time) => change({ time })} />
      </div>
      <p className="text-13 text-muted">{t('replay.zone', { zone: format.timeZone(props.atMs) })}</p>
      <p role="status" className="text-13 text-down empty:hidden">
        {isRefused ? t('replay.future') : ''}
      </p>
      <div className="flex justify-between gap-3">
        <Button
          tone="plain"
          size="narrow"
          onPress={() => change({ day: toLocalMoment(serverNow(), zone).day.subtract({ days: 1 }) })}
        >
          {t('replay.yesterday')}
        </Button>
        <Button type="submit" tone="primary">
          {t('replay.show')}
        </Button>
      </div>
    </form>
  )
}
