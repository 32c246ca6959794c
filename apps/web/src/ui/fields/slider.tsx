import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components/Slider'

import { cx } from '../styles/cx.ts'

/** Screen readers read the value as formatted by `formatOptions`. */
export function Slider(props: {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly onChangeEnd?: (value: number) => void
  readonly minValue: number
  readonly maxValue: number
  readonly step: number
  readonly marks: readonly number[]
  readonly formatOptions?: Intl.NumberFormatOptions
  readonly isDisabled?: boolean
}) {
  const { minValue, maxValue } = props
  const share = (value: number): number => ((value - minValue) / (maxValue - minValue)) * 100
  return (
    <AriaSlider
      aria-label={props.label}
      value={Math.min(maxValue, Math.max(minValue, props.value))}
      onChange={props.onChange}
      minValue={minValue}
      maxValue={maxValue}
      step={props.step}
      isDisabled={props.isDisabled}
      className="group px-2.5 data-disabled:opacity-50"
      onChangeEnd={props.onChangeEnd}
      formatOptions={props.formatOptions}
    >
      <SliderTrack className="relative h-11 w-full cursor-pointer">
        {({ state }) => (
          <>
            <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-line" />
            <span
              className="absolute start-0 top-1/2 h-1 -translate-y-1/2 rounded-full bg-accent"
              style={{ inlineSize: `${state.getThumbPercent(0) * 100}%` }}
            />
            {props.marks.map((mark) => (
              <span
                key={mark}
                style={{ insetInlineStart: `${share(mark)}%` }}
                className={cx(
                  'absolute top-1/2 h-3 w-0.5 -translate-x-1/2 -translate-y-1/2 rounded-full',
                  props.value >= mark ? 'bg-accent' : 'bg-edge',
                )}
              />
            ))}
            <SliderThumb
              className={
                'top-1/2 size-6 rounded-full border-2 border-accent bg-surface shadow-raised transition-[background-color] ' +
                'data-dragging:bg-accent data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-accent-ink'
              }
            />
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  )
}
