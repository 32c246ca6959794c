import { cx } from '../../ui/styles/cx.ts'
import { listTicks } from './scale.ts'

type DayBar = {
  readonly id: string
  /** What the bars say, on a mouse. */
  readonly text: string
  readonly up: number
  readonly down: number
}

const marksPerSide = 2

/** For each day a bar up and a bar down from one line, beside an axis with amounts. @param props.tableId of the table that says the same */
export function DayBars(props: {
  readonly label: string
  readonly tableId: string
  readonly days: readonly DayBar[]
  readonly writeValue: (value: number) => string
}) {
  const { days, writeValue } = props
  const ticks = listTicks(
    Math.max(0, ...days.map(({ up }) => up)),
    Math.max(0, ...days.map(({ down }) => down)),
    marksPerSide,
  )
  const [top, bottom] = [ticks[0] ?? 1, -(ticks.at(-1) ?? 0)]
  const share = (value: number) => `${(value / (top + bottom)) * 100}%`
  return (
    <div role="img" aria-label={props.label} aria-describedby={props.tableId} className="flex h-56 gap-2 py-2">
      <div className="grid" aria-hidden>
        {/* Makes the axis as wide as its longest amount. */}
        {ticks.map((tick) => (
          <span key={tick} className="invisible col-start-1 row-start-1 text-13 tabular">
            {writeValue(Math.abs(tick))}
          </span>
        ))}
        <div className="relative col-start-1 row-start-1">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-e-0 -translate-y-1/2 text-13 text-muted tabular"
              style={{ insetBlockStart: share(top - tick) }}
            >
              {writeValue(Math.abs(tick))}
            </span>
          ))}
        </div>
      </div>
      <div className="relative flex min-w-0 flex-1" aria-hidden>
        {ticks.map((tick) => (
          <span
            key={tick}
            className={cx('absolute inset-x-0 border-t', tick === 0 ? 'border-edge' : 'border-line')}
            style={{ insetBlockStart: share(top - tick) }}
          />
        ))}
        {days.map(({ id, text, up, down }) => (
          <div key={id} title={text} className="relative flex min-w-0 flex-1 flex-col hover:bg-raised/60">
            <span className="flex items-end" style={{ blockSize: share(top) }}>
              <Bar part={up / top} className="rounded-t-[3px] bg-accent" />
            </span>
            <span className="flex items-start" style={{ blockSize: share(bottom) }}>
              <Bar part={bottom === 0 ? 0 : down / bottom} className="rounded-b-[3px] bg-warn" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

/** A bar. A small value is still visible. */
function Bar({ part, className }: { readonly part: number; readonly className: string }) {
  if (part === 0) return null
  return <span className={cx('mx-auto w-4/5 max-w-8', className)} style={{ blockSize: `max(2px, ${part * 100}%)` }} />
}
