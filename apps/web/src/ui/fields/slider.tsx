import type { KeyboardEvent, ReactNode } from 'react'
import { useLocale } from 'react-aria-components/I18nProvider'

import { cx } from '../styles/cx.ts'

/** An amount that is chosen with one press. With `isExtra`, a narrow screen leaves it out. */
export type SliderMark = { readonly at: number; readonly label: ReactNode; readonly isExtra?: boolean }

/** The scale is logarithmic, so that small amounts have as much room as large ones. */
const places = 1000
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
}

/**
 * Chooses whole multiples of `step` between two amounts above zero. The marks below it are buttons.
 * @param valueText read by screen readers
 */
export function Slider(props: {
  readonly label: string
  readonly value: number
  readonly valueText: string
  readonly onChange: (value: number) => void
  readonly minValue: number
  readonly maxValue: number
  readonly step: number
  /** Marks in order, with those of both ends. */
  readonly marks: readonly SliderMark[]
  readonly isDisabled?: boolean
}) {
  const { minValue, maxValue, step, onChange, isDisabled } = props
  const { direction } = useLocale()
  const clamp = (value: number): number => Math.min(maxValue, Math.max(minValue, value))
  const toShare = (value: number): number =>
    minValue === maxValue ? 0 : Math.log(clamp(value) / minValue) / Math.log(maxValue / minValue)
  const snap = (value: number): number => clamp(Math.round(value / step) * step)
  const moveByKey = (event: KeyboardEvent): void => {
    const move = steps[event.key]
    if (move === undefined) return
    const isMirrored = direction === 'rtl' && /Left|Right/.test(event.key)
    event.preventDefault()
    onChange(snap(props.value + (isMirrored ? -move : move) * step))
  }
  const percent = (value: number): string => `${toShare(value) * 100}%`
  return (
    <div className={cx('flex flex-col', isDisabled && 'opacity-50')}>
      <div className="relative h-11">
        {/* The middle of the knob does not reach the ends of its field. */}
        <div aria-hidden className="absolute inset-x-3 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line">
          <span
            style={{ inlineSize: percent(props.value) }}
            className="absolute inset-y-0 start-0 rounded-full bg-accent"
          />
          {props.marks.map(({ at }) => (
            <span
              key={at}
              style={{ insetInlineStart: percent(at) }}
              className={cx(
                'absolute top-1/2 h-3 w-0.5 -translate-1/2 rounded-full rtl:translate-x-1/2',
                props.value >= at ? 'bg-accent' : 'bg-edge',
              )}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label={props.label}
          aria-valuetext={props.valueText}
          min={0}
          max={places}
          value={Math.round(toShare(props.value) * places)}
          onChange={(event) =>
            onChange(snap(minValue * (maxValue / minValue) ** (Number(event.target.value) / places)))
          }
          onKeyDown={moveByKey}
          disabled={isDisabled}
          className="slider absolute inset-0 w-full cursor-pointer disabled:cursor-not-allowed"
        />
      </div>
      <div className="relative mx-3 h-11">
        {props.marks.map(({ at, label, isExtra }, index) => (
          <button
            key={at}
            type="button"
            disabled={isDisabled}
            aria-pressed={props.value === at}
            onClick={() => onChange(at)}
            style={{ insetInlineStart: percent(at) }}
            className={cx(
              'target absolute top-0 flex cursor-pointer flex-col rounded-field px-1 text-13 whitespace-nowrap text-muted transition-colors hover:text-ink aria-pressed:font-medium aria-pressed:text-ink disabled:cursor-not-allowed',
              index === 0
                ? '-ms-3 items-start'
                : index === props.marks.length - 1
                  ? '-me-3 -translate-x-full items-end rtl:translate-x-full'
                  : '-translate-x-1/2 items-center rtl:translate-x-1/2',
              isExtra && 'max-sm:hidden',
            )}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}
