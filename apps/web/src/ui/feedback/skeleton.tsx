import { cx } from '../styles/cx.ts'

/** Grey placeholder that appears after 300 ms. Set the size by `className`, and one `label` per group. */
export function Skeleton({ className, label }: { readonly className: string; readonly label?: string }) {
  return (
    <span
      className={cx('block animate-late', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    >
      <span className="block size-full animate-breathe rounded-field bg-line" />
    </span>
  )
}

/**
 * Placeholders of the rows of a list.
 * @param className the height of a row
 */
export function RowsSkeleton({ count, className }: { readonly count: number; readonly className: string }) {
  return (
    <div className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className={className} />
      ))}
    </div>
  )
}
