import { cx } from '../styles/cx.ts'

/** Appears after 300 ms. Set the size by `className`, and one `label` per group. */
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
