import ChevronDown from 'lucide-react/icons/chevron-down'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { getLocalZone, useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { useMarket } from '../use-market.ts'
import { DayAndTime } from './day-and-time.tsx'
import { type ReplayPlayer, useReplay } from './replay-player.ts'
import { findDayBounds, replaySpeeds } from './replay-time.ts'
import { useReplayKeys } from './use-replay-keys.ts'

const minuteMs = 60_000

/** Under the chart, as those of a film. */
export function ReplayControls({ player }: { readonly player: ReplayPlayer }) {
  const t = useTranslate()
  const isPlaying = useReplay(player, (state) => state.isPlaying)
  const speed = useReplay(player, (state) => state.speed)
  const { openTrades } = useMarket()
  const toggle = (): void => player.setPlaying(!player.get().isPlaying)
  const jump = (minutes: number): void => player.show({ atMs: player.get().atMs + minutes * minuteMs })
  useReplayKeys({ toggle, jump })
  return (
    <section aria-label={t('replay.controls')} className="border-t border-line bg-surface px-3 pt-1 pb-2">
      <DaySlider player={player} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <TimeButton player={player} />
        <div className="flex items-center gap-1" dir="ltr">
          <Button tone="subtle" size="narrow" aria-label={t('replay.back')} onPress={() => jump(-1)}>
            <span className="text-13 tabular">{t('replay.back_short')}</span>
          </Button>
          <Button
            tone="primary"
            size="round"
            aria-label={t(isPlaying ? 'replay.pause' : 'replay.play')}
            aria-keyshortcuts="Space"
            onPress={toggle}
          >
            {isPlaying ? (
              <Pause size={20} fill="currentColor" aria-hidden />
            ) : (
              <Play size={20} fill="currentColor" aria-hidden />
            )}
          </Button>
          <Button tone="subtle" size="narrow" aria-label={t('replay.forward')} onPress={() => jump(1)}>
            <span className="text-13 tabular">{t('replay.forward_short')}</span>
          </Button>
        </div>
        <div className="col-span-full justify-self-center md:col-span-1 md:justify-self-end">
          <SegmentedControl
            label={t('replay.speed')}
            value={String(speed)}
            options={replaySpeeds.map((each) => ({
              id: String(each),
              label: <span className="tabular">{t('replay.speed_times', { speed: each })}</span>,
            }))}
            onChange={(id) => {
              const chosen = replaySpeeds.find((each) => String(each) === id)
              if (chosen !== undefined) player.setSpeed(chosen)
            }}
          />
        </div>
      </div>
      {openTrades.length > 0 && <p className="pt-1 text-13 text-muted">{t('replay.removes')}</p>}
    </section>
  )
}

/** The time of the replay, which opens the choice of another one. */
function TimeButton({ player }: { readonly player: ReplayPlayer }) {
  const t = useTranslate()
  const format = useFormat()
  const secondMs = useReplay(player, ({ atMs }) => atMs - (atMs % 1000))
  const time = format.timeWithSeconds(secondMs)
  return (
    <DialogTrigger>
      <Button
        tone="subtle"
        size="narrow"
        className="justify-self-start"
        aria-label={t('replay.time_now', { time: format.dateTimeWithSeconds(secondMs) })}
      >
        <span className="flex flex-col items-start leading-tight tabular">
          <span className="text-13 font-normal text-muted">{format.day(secondMs)}</span>
          <span className="text-15 font-semibold">{time}</span>
        </span>
        <ChevronDown size={16} className="text-muted" aria-hidden />
      </Button>
      <Popover
        placement="top start"
        className="w-80 max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        <Dialog aria-label={t('replay.choose')} className="p-4 outline-none">
          {({ close }) => (
            <DayAndTime
              atMs={secondMs}
              onChoose={(atMs) => {
                player.show({ atMs })
                close()
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The place in the day. Moves with the replay, and jumps when it is let go. */
function DaySlider({ player }: { readonly player: ReplayPlayer }) {
  const t = useTranslate()
  const format = useFormat()
  const minute = useReplay(player, ({ atMs }) => atMs - (atMs % minuteMs))
  const [draft, setDraft] = useState<number | null>(null)
  const { fromMs, toMs } = findDayBounds(minute, getLocalZone())
  const shownMs = draft ?? minute
  const commit = (): void => {
    if (draft !== null) player.show({ atMs: draft })
    setDraft(null)
  }
  return (
    <div className="flex items-center gap-2 text-13 text-muted tabular">
      <input
        type="range"
        aria-label={t('replay.time_of_day')}
        aria-valuetext={format.time(shownMs)}
        min={fromMs}
        max={toMs - minuteMs}
        step={minuteMs}
        value={shownMs}
        onChange={(event) => setDraft(Number(event.target.value))}
        onPointerUp={commit}
        onKeyUp={commit}
        onBlur={commit}
        className="h-8 min-w-0 flex-1 cursor-pointer accent-accent"
      />
      <span className="w-16 text-end">{draft === null ? '' : format.time(draft)}</span>
    </div>
  )
}
