import type { ReactNode } from 'react'

export function EmptyState(props: {
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  readonly icon?: ReactNode
}) {
  return (
    <div className="flex flex-col items-start gap-3 py-6">
      {props.icon !== undefined && <span className="text-faint">{props.icon}</span>}
      <div className="flex flex-col gap-1">
        <div className="font-medium">{props.title}</div>
        {props.children !== undefined && <p className="max-w-prose text-muted">{props.children}</p>}
      </div>
      {props.action}
    </div>
  )
}
