/** A check that draws itself. */
export function DrawnCheck() {
  return (
    <svg viewBox="0 0 48 48" fill="none" aria-hidden className="size-14 text-up">
      <circle
        cx="24"
        cy="24"
        r="21"
        pathLength="1"
        strokeDasharray="1"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        className="animate-draw"
      />
      <path
        d="m15 24.5 6.5 6.5L33.5 18"
        pathLength="1"
        strokeDasharray="1"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="animate-draw-late"
      />
    </svg>
  )
}
