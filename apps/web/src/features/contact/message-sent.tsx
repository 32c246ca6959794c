import { useEffect, useRef } from 'react'

import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'

/** Confirmation. It gets the focus, because the focused form is gone. */
export function MessageSent(props: {
  readonly text: string
  readonly restartLabel: string
  readonly onRestart: () => void
}) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} className="flex flex-col items-start gap-4 outline-none">
      <Banner tone="success" className="self-stretch">
        {props.text}
      </Banner>
      <Button onPress={props.onRestart}>{props.restartLabel}</Button>
    </div>
  )
}
