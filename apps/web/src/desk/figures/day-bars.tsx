import { cx } from '../../ui/styles/cx.ts'

type DayBar = {
  readonly id: string
  /** Text of the bars for screen readers, and when the mouse is over them. */
  readonly text: string
  readonly up: number
  readonly down: number
}

/** For each day a bar up and a bar down from one line. */
export function DayBars({ label, days }: { readonly label: string; readonly days: readonly DayBar[] }) {
  const top = Math.max(1, ...days.map(({ up }) => up))
  const bottom = Math.max(0, ...days.map(({ down }) => down))
  const share = (value: number) => `${(value / (top + bottom)) * 100}%`
  return (
    <ol aria-label={label} className="flex h-48">
      {days.map(({ id, text, up, down }) => (
        <li key={id} title={text} className="flex min-w-0 flex-1 flex-col hover:bg-raised">
          <span className="sr-only">{text}</span>
          <span aria-hidden className="flex items-end border-b border-edge" style={{ blockSize: share(top) }}>
            <Bar part={up / top} className="rounded-t-[3px] bg-accent" />
          </span>
          <span aria-hidden className="flex items-start" style={{ blockSize: share(bottom) }}>
            <Bar part={bottom === 0 ? 0 : down / bottom} className="rounded-b-[3px] bg-warn" />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A bar. A small value is still visible. */
function Bar({ part, className }: { readonly part: number; readonly className: string }) {
  if (part === 0) return null
  return <span className={cx('mx-auto w-4/5 max-w-8', className)} style={{ blockSize: `max(2px, ${part * 100}%)` }} />
}
