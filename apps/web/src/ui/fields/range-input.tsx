/** A native slider with a text for the value, for numbers that mean something else, e.g. times. */
export function RangeInput(props: {
  readonly label: string
  readonly valueText: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  readonly onChange: (value: number) => void
  /** Called when the slider is released, a key is released, or it loses the focus. */
  readonly onEnd?: () => void
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
      className="slider block h-6 w-full cursor-pointer rounded-full bg-left bg-no-repeat"
    />
  )
}
