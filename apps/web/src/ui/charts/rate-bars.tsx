import { cx } from '../styles/cx.ts'

/** `rate` is 0 to 1, or null without a decision. `detail` says what it is made of. */
export type RateBar = {
  readonly id: string
  readonly label: string
  readonly rate: number | null
  readonly detail: string
}

type RateBarsProps = {
  readonly label: string
  readonly bars: readonly RateBar[]
  readonly formatRate: (rate: number) => string
}

const toneClass = (rate: number): string => (rate >= 0.5 ? 'bg-up' : 'bg-down')

/** Bars of rates, one line for each. The mark is at one half. */
export function RateBars({ label, bars, formatRate }: RateBarsProps) {
  return (
    <ul aria-label={label} className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {bars.map(({ id, label: name, rate, detail }) => (
        <li key={id} className="grid grid-cols-[5.5rem_1fr_3.5rem] items-center gap-3">
          <span className="truncate font-medium">{name}</span>
          <span aria-hidden className="relative h-2 rounded-full bg-line">
            {rate !== null && (
              <span
                className={cx('absolute inset-y-0 start-0 rounded-full', toneClass(rate))}
                style={{ inlineSize: `${Math.max(1, rate * 100)}%` }}
              />
            )}
            <span className="absolute inset-y-[-3px] start-1/2 w-px bg-edge" />
          </span>
          <span className="text-end tabular">{rate === null ? '–' : formatRate(rate)}</span>
          <span className="col-span-3 -mt-2 text-13 text-muted">{detail}</span>
        </li>
      ))}
    </ul>
  )
}

/** Columns of rates for the 24 hours from midnight on. */
export function RateColumns({ label, bars, formatRate }: RateBarsProps) {
  return (
    <ol aria-label={label} className="flex h-48 items-end gap-0.5 sm:gap-1">
      {bars.map(({ id, label: name, rate, detail }, index) => (
        <li key={id} className="flex h-full min-w-0 flex-1 flex-col justify-end gap-1" title={detail}>
          <span className="sr-only">
            {name}: {rate === null ? '–' : `${formatRate(rate)}, ${detail}`}
          </span>
          <span aria-hidden className="relative flex flex-1 items-end rounded-[3px] bg-raised">
            {rate !== null && (
              <span
                className={cx('w-full rounded-[3px]', toneClass(rate))}
                style={{ blockSize: `${Math.max(2, rate * 100)}%` }}
              />
            )}
            <span className="absolute inset-x-0 bottom-1/2 h-px bg-edge" />
          </span>
          <span aria-hidden className="h-5 text-center text-13 text-muted tabular">
            {index % 6 === 0 ? name : ''}
          </span>
        </li>
      ))}
    </ol>
  )
}
