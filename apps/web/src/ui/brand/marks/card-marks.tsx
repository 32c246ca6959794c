import type { ReactNode } from 'react'

/** Our own simple drawings, by which a card is recognized at a glance. */
const drawings: Readonly<Record<string, ReactNode>> = {
  visa: (
    <>
      <rect width="36" height="24" rx="4" fill="#1a2b7c" />
      <g fill="none" stroke="#fff" strokeWidth="2" transform="translate(3 0) skewX(-12)">
        <path d="m6.5 8 2.4 8 2.6-8" />
        <path d="M15 8v8" />
        <path d="M22.4 9.2c-1-.8-3.9-1-3.9.8 0 2.4 4.2 1.4 4.2 4 0 1.9-3.1 1.9-4.4.8" />
        <path d="m25.3 16 2.6-8 2.4 8m-4-2.4h3.2" />
      </g>
    </>
  ),
  mastercard: (
    <>
      <rect width="36" height="24" rx="4" fill="#23262d" />
      <circle cx="14" cy="12" r="7" fill="#e5252b" />
      <circle cx="22" cy="12" r="7" fill="#f5a12d" />
      <path d="M18 6.25a7 7 0 0 1 0 11.5 7 7 0 0 1 0-11.5" fill="#fa6b1e" />
    </>
  ),
  maestro: (
    <>
      <rect width="36" height="24" rx="4" fill="#23262d" />
      <circle cx="14" cy="12" r="7" fill="#e5252b" />
      <circle cx="22" cy="12" r="7" fill="#1a9ddb" />
      <path d="M18 6.25a7 7 0 0 1 0 11.5 7 7 0 0 1 0-11.5" fill="#7a6fc4" />
    </>
  ),
}

/**
 * Mark of a card.
 * @param fallback for a brand without a drawing
 */
export function CardMark({ brand, fallback = null }: { readonly brand: string; readonly fallback?: ReactNode }) {
  const drawing = drawings[brand]
  if (drawing === undefined) return fallback
  return (
    <svg viewBox="0 0 36 24" aria-hidden className="h-[1.125rem] w-[1.6875rem] shrink-0">
      {drawing}
    </svg>
  )
}

/** Back of a card with the place of the security code. */
export function CodePlaceMark() {
  return (
    <svg viewBox="0 0 36 24" aria-hidden className="h-6 w-9 shrink-0">
      <rect x=".5" y=".5" width="35" height="23" rx="3.5" className="fill-raised stroke-edge" />
      <path d="M1 4h34v5H1z" className="fill-muted" />
      <path d="M4 13h15v5H4z" className="fill-line" />
      <rect x="21" y="11.5" width="12" height="8" rx="4" className="fill-none stroke-accent-ink" strokeWidth="1.5" />
      <path d="M24.5 15.5h.01m2.49 0h.01m2.49 0h.01" className="stroke-ink" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}
