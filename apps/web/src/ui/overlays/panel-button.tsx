import { type ReactNode, Suspense } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { TriggerButton } from '../buttons/trigger-button.tsx'
import { RowsSkeleton } from '../feedback/skeleton.tsx'
import { cx } from '../styles/cx.ts'

/** Button with an icon that opens a panel beside it. The panel is loaded when it is opened: until then, placeholders of rows are shown. */
export function PanelButton(props: {
  readonly label: string
  readonly icon: ReactNode
  readonly placement: 'top end' | 'bottom end'
  readonly width: 'w-80' | 'w-88' | 'w-96'
  readonly rowCount: number
  readonly children: (close: () => void) => ReactNode
}) {
  const { label, icon, placement, width, rowCount, children } = props
  return (
    <DialogTrigger>
      <TriggerButton tone="subtle" size="icon" aria-label={label}>
        {icon}
      </TriggerButton>
      <Popover
        placement={placement}
        className={cx(
          'max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none',
          width,
        )}
      >
        <Dialog aria-label={label} className="max-h-[inherit] overflow-y-auto p-3 outline-none">
          {({ close }) => (
            <Suspense fallback={<RowsSkeleton count={rowCount} className="h-9" />}>{children(close)}</Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
