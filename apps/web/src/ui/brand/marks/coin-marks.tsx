import type { ReactNode } from 'react'

const line = { fill: 'none', stroke: '#fff', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Our own simple drawings, on 24 by 24. */
export const coinMarks = {
  bitcoin: (
    <>
      <circle cx="12" cy="12" r="11" fill="#f0891a" />
      <path
        d="M9.5 7.5h4a2.1 2.1 0 0 1 0 4.3h-4zm0 4.3h4.6a2.3 2.3 0 0 1 0 4.7H9.5zM11 5.5v2m2.5-2v2m-2.5 9v2m2.5-2v2"
        {...line}
      />
    </>
  ),
  eth: (
    <>
      <circle cx="12" cy="12" r="11" fill="#5a6ee0" />
      <path d="m12 4.5 4.5 7.6-4.5 2.6-4.5-2.6z" fill="#fff" />
      <path d="m16.5 13.6-4.5 6-4.5-6 4.5 2.6z" fill="#fff" fillOpacity=".75" />
    </>
  ),
  litecoin: (
    <>
      <circle cx="12" cy="12" r="11" fill="#4a66a0" />
      <path d="m11.5 6-2.2 11h6.2M8 13.8l6-2.6" {...line} />
    </>
  ),
} as const satisfies Record<string, ReactNode>
