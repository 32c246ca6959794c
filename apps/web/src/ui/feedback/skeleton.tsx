import { cx } from '../styles/cx.ts'

/** A placeholder that appears after 300 ms. Set its size by `className`; put one `label` on the first of a group. */
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
