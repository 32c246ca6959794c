import { useId } from 'react'

export type AreaPoint = { readonly atMs: number; readonly value: number }

const [width, height] = [1000, 220]

/** A curve with its base line: green above it and red below. `text` describes it; labels are formatted by the caller. */
export function AreaChart(props: {
  readonly points: readonly AreaPoint[]
  readonly text: string
  readonly formatValue: (value: number) => string
  readonly formatTime: (atMs: number) => string
  /** Level at which the area begins, e.g. 0 for a profit. By default, it is below the curve. */
  readonly base?: number
}) {
  const id = useId()
  const { points, base } = props
  const values = points.map(({ value }) => value)
  const [least, most] = [Math.min(...values, base ?? Infinity), Math.max(...values, base ?? -Infinity)]
  const margin = (most - least || Math.abs(most) || 1) * 0.08
  const [low, high] = [least - margin, most + margin]
  const first = points[0]?.atMs ?? 0
  // A step has no width at its end, so the last value is drawn for a little longer.
  const span = ((points.at(-1)?.atMs ?? 0) - first) * 1.04 || 1
  const toX = (atMs: number): number => Math.round(((atMs - first) / span) * width)
  const toY = (value: number): number => Math.round(((high - value) / (high - low)) * height * 10) / 10
  const line = points.map(({ atMs, value }, index) => {
    const x = toX(atMs)
    // The line has steps, because a balance does not change between movements.
    return index === 0 ? `M${x} ${toY(value)}` : `H${x}V${toY(value)}`
  })
  const curve = `${line.join('')}H${width}`
  const ground = toY(base ?? low)
  // The colour changes at this part of the height.
  const change = ground / height
  const isBetween = base !== undefined && Math.abs(base - (most + least) / 2) < (most - least) * 0.35
  const levels = [most, isBetween ? base : (most + least) / 2, least]
  const middle = points[Math.floor((points.length - 1) / 2)]
  return (
    <figure role="img" aria-label={props.text} dir="ltr" className="flex flex-col gap-1">
      <div className="flex gap-3">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden
          className="h-44 min-w-0 flex-1 sm:h-52"
        >
          <defs>
            {[
              { name: 'line', far: 1, near: 1 },
              { name: 'area', far: 0.28, near: 0.04 },
            ].map(({ name, far, near }) => (
              <linearGradient
                key={name}
                id={`${id}${name}`}
                gradientUnits="userSpaceOnUse"
                x1="0"
                y1="0"
                x2="0"
                y2={height}
              >
                <stop offset="0" stopColor="var(--up)" stopOpacity={far} />
                <stop offset={change} stopColor="var(--up)" stopOpacity={near} />
                <stop offset={change} stopColor="var(--down)" stopOpacity={near} />
                <stop offset="1" stopColor="var(--down)" stopOpacity={far} />
              </linearGradient>
            ))}
          </defs>
          {levels.map((level) => (
            <line
              key={level}
              x1="0"
              x2={width}
              y1={toY(level)}
              y2={toY(level)}
              className="stroke-line"
              strokeWidth="1"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {base !== undefined && (
            <line
              x1="0"
              x2={width}
              y1={toY(base)}
              y2={toY(base)}
              className="stroke-edge"
              strokeWidth="1"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          )}
          <path d={`${curve}V${ground}H0Z`} fill={`url(#${id}area)`} />
          <path d={curve} fill="none" stroke={`url(#${id}line)`} strokeWidth="2" vectorEffect="non-scaling-stroke" />
        </svg>
        <div aria-hidden className="grid text-end text-13 text-muted tabular">
          {levels.map((level) => (
            <span
              key={level}
              className="relative col-start-1 row-start-1 h-5 -translate-y-1/2"
              style={{ top: `${(toY(level) / height) * 100}%` }}
            >
              {props.formatValue(level)}
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden className="flex justify-between pe-16 text-13 text-muted tabular">
        {[points[0], ...(points.length > 2 ? [middle] : []), points.at(-1)].map(
          (point, index) =>
            point !== undefined && (
              <span
                key={index}
                // A phone has no room for the one in the middle.
                className="whitespace-nowrap max-sm:[&:nth-child(2):not(:last-child)]:hidden"
              >
                {props.formatTime(point.atMs)}
              </span>
            ),
        )}
      </div>
    </figure>
  )
}
