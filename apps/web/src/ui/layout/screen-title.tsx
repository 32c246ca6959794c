import type { ReactNode } from 'react'

export function ScreenTitle(props: {
  readonly children: ReactNode
  readonly aside?: ReactNode
  readonly lead?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex flex-col gap-1">
        <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
          {props.children}
        </h1>
        {props.lead !== undefined && <div className="max-w-prose text-muted">{props.lead}</div>}
      </div>
      {props.aside}
    </div>
  )
}
