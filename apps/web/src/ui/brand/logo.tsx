import { cx } from '../styles/cx.ts'

/**
 * Logo.
 * @param nameFrom width from which the name is shown beside the picture. Omit it to show the name always.
 */
export function Logo({ nameFrom }: { readonly nameFrom?: 'sm' | 'xl' }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-17 font-semibold tracking-tight text-ink">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden>
        <rect width="32" height="32" rx="7" className="fill-raised" />
        <path
          d="M6 21.5 12.5 14l5 4.5L26 8.5"
          fill="none"
          className="stroke-accent-ink"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M6 26h20" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <span className={cx(nameFrom === 'sm' && 'max-sm:sr-only', nameFrom === 'xl' && 'max-xl:sr-only')}>
        Tradefront
      </span>
    </span>
  )
}
