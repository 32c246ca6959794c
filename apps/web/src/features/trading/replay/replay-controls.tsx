import ChevronDown from 'lucide-react/icons/chevron-down'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { getLocalZone, useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TriggerButton } from '../../../ui/buttons/trigger-button.tsx'
import { RangeInput } from '../../../ui/fields/range-input.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { useMarket } from '../use-market.ts'
import { DayAndTime } from './day-and-time.tsx'
import { type ReplayPlayer, useReplay } from './replay-player.ts'
import { findDayBounds, replaySpeeds } from './replay-time.ts'
import { useReplayKeys } from './use-replay-keys.ts'

const stepMs = 60_000

/** Buttons under the chart to play, pause and jump, like those of a film. */
export function ReplayControls({ player }: { readonly player: ReplayPlayer }) {
  const t = useTranslate()
  const isPlaying = useReplay(player, (state) => state.isPlaying)
  const isRefused = useReplay(player, ({ phase }) => phase === 'refused')
  const speed = useReplay(player, (state) => state.speed)
  const { openTrades } = useMarket()
  /** Time to which the trader drags. */
  const [draftMs, setDraftMs] = useState<number | null>(null)
  const toggle = (): void => player.setPlaying(!player.get().isPlaying)
  const jump = (minutes: number): void => player.show({ atMs: player.get().atMs + minutes * stepMs })
  useReplayKeys({ toggle, jump })
  return (
    <section
      aria-label={t('replay.controls')}
      className="@container flex flex-col gap-1 border-t border-line bg-surface px-3 pt-1.5 pb-2"
    >
      <DaySlider
        player={player}
        draftMs={draftMs}
        onDrag={setDraftMs}
        onDrop={() => {
          if (draftMs !== null) player.show({ atMs: draftMs })
          setDraftMs(null)
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 @3xl:grid @3xl:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        <TimeButton player={player} draftMs={draftMs} />
        <div className="flex items-center gap-1" dir="ltr">
          <Button tone="subtle" size="narrow" onPress={() => jump(-1)}>
            <span className="text-13 tabular">{t('replay.back')}</span>
          </Button>
          <Button
            tone="primary"
            size="round"
            aria-label={t(isPlaying ? 'replay.pause' : 'replay.play')}
            aria-keyshortcuts="Space"
            isDisabled={isRefused}
            onPress={toggle}
          >
            {isPlaying ? (
              <Pause size={20} fill="currentColor" aria-hidden />
            ) : (
              <Play size={20} fill="currentColor" aria-hidden />
            )}
          </Button>
          <Button tone="subtle" size="narrow" onPress={() => jump(1)}>
            <span className="text-13 tabular">{t('replay.forward')}</span>
          </Button>
        </div>
        <div dir="ltr" className="flex w-full justify-center @3xl:w-auto @3xl:justify-end">
          <SegmentedControl
            label={t('replay.speed')}
            value={String(speed)}
            options={replaySpeeds.map((each) => ({
              id: String(each),
              label: <span className="tabular">{`${each}×`}</span>,
            }))}
            onChange={(id) => {
              const chosen = replaySpeeds.find((each) => String(each) === id)
              if (chosen !== undefined) player.setSpeed(chosen)
            }}
          />
        </div>
      </div>
      {openTrades.length > 0 && <p className="text-13 text-muted">{t('replay.removes')}</p>}
    </section>
  )
}

/** Button that opens the choice of another time. */
function TimeButton({ player, draftMs }: { readonly player: ReplayPlayer; readonly draftMs: number | null }) {
  const t = useTranslate()
  return (
    <DialogTrigger>
      <TriggerButton tone="subtle" size="narrow" className="justify-self-start">
        <ReplayTime player={player} draftMs={draftMs} />
        <span className="sr-only">{t('replay.choose_other')}</span>
        <ChevronDown size={16} className="text-muted" aria-hidden />
      </TriggerButton>
      <Popover
        placement="top start"
        className="w-80 max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        <Dialog aria-label={t('replay.choose')} className="p-4 outline-none">
          {({ close }) => (
            <DayAndTime
              atMs={player.get().atMs}
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

/** Time of the replay. It changes with nearly every frame at a high speed, so that nothing else is rendered with it. */
function ReplayTime({ player, draftMs }: { readonly player: ReplayPlayer; readonly draftMs: number | null }) {
  const format = useFormat()
  const playedMs = useReplay(player, ({ atMs }) => atMs - (atMs % 1000))
  const shownMs = draftMs ?? playedMs
  return (
    <span className="flex flex-col items-start leading-tight tabular">
      <span className="text-13 font-normal text-muted">{format.day(shownMs)}</span>
      <span className="text-15 font-semibold">{format.timeWithSeconds(shownMs)}</span>
    </span>
  )
}

/** Slider for the time of the day. The replay jumps when it is released. */
function DaySlider(props: {
  readonly player: ReplayPlayer
  readonly draftMs: number | null
  readonly onDrag: (atMs: number) => void
  readonly onDrop: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { draftMs, onDrag, onDrop } = props
  const minuteMs = useReplay(props.player, ({ atMs }) => atMs - (atMs % stepMs))
  const { fromMs, toMs } = findDayBounds(minuteMs, getLocalZone())
  const shownMs = draftMs ?? minuteMs
  return (
    <RangeInput
      label={t('replay.time_of_day')}
      valueText={format.time(shownMs)}
      min={fromMs}
      max={toMs - stepMs}
      step={stepMs}
      value={shownMs}
      onChange={onDrag}
      onEnd={onDrop}
    />
  )
}
