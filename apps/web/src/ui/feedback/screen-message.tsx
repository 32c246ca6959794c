import type { ReactNode } from 'react'

export function ScreenMessage(props: {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly action: ReactNode
}) {
  return (
    <div className="flex max-w-prose flex-col items-start gap-4 py-12">
      <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
        {props.title}
      </h1>
      <p className="text-17 text-muted">{props.children}</p>
      {props.action}
    </div>
  )
}
