/** Native, with a text for the value: a slider of numbers that mean something else, e.g. times. */
export function RangeInput(props: {
  readonly label: string
  readonly valueText: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  readonly onChange: (value: number) => void
  /** It is let go, a key is released, or it loses the focus. */
  readonly onEnd: () => void
}) {
  const { label, valueText, min, max, step, value, onChange, onEnd } = props
  const done = `${((value - min) / (max - min)) * 100}%`
  return (
    <input
      type="range"
      dir="ltr"
      aria-label={label}
      aria-valuetext={valueText}
      {...{ min, max, step, value }}
      onChange={(event) => onChange(Number(event.target.value))}
      onPointerUp={onEnd}
      onKeyUp={onEnd}
      onBlur={onEnd}
      style={{
        backgroundImage: ['accent', 'line'].map((name) => `linear-gradient(var(--${name}), var(--${name}))`).join(),
        backgroundSize: `${done} 4px, 100% 4px`,
      }}
      className={
        'block h-6 w-full cursor-pointer appearance-none rounded-full bg-transparent bg-left bg-no-repeat ' +
        '[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-accent [&::-moz-range-thumb]:bg-surface ' +
        '[&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-accent [&::-webkit-slider-thumb]:bg-surface ' +
        'pointer-coarse:[&::-webkit-slider-thumb]:size-6'
      }
    />
  )
}
