import { cx } from '../styles/cx.ts'

const [width, height] = [60, 20]
const margin = 1.5

/** The course of a value. Screen readers skip it. It is empty without two values. */
export function Sparkline({ values, className }: { readonly values: readonly number[]; readonly className?: string }) {
  if (values.length < 2) return <span className={className} />
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const toX = (index: number): number => Math.round((index / (values.length - 1)) * width * 10) / 10
  const toY = (value: number): number =>
    Math.round((margin + ((most - value) / (most - least || 1)) * (height - 2 * margin)) * 10) / 10
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className={cx('text-muted', className)}>
      <polyline
        points={values.map((value, index) => `${toX(index)},${toY(value)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.25}
        strokeLinejoin="round"
      />
    </svg>
  )
}
