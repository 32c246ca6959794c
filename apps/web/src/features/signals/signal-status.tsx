import type { Signal } from '@tradefront/contract/domain/signals'
import { lazy, Suspense } from 'react'

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'

const load = () => retryImport(() => Promise.all([import('./signal-line.tsx'), loadTexts('signals')]))
const Line = lazy(async () => ({ default: (await load())[0].SignalLine }))
const Chip = lazy(async () => ({ default: (await load())[0].SignalChip }))

/** A signal that screen readers announce when it comes. */
export function SignalStatus(props: {
  readonly signal: Signal | null
  readonly isCompact: boolean
  readonly onClose: () => void
}) {
  const { signal, isCompact, onClose } = props
  const Shown = isCompact ? Chip : Line
  return (
    <div role="status" className="empty:hidden">
      {signal !== null && (
        <Suspense>
          <Shown key={signal.id} signal={signal} onClose={onClose} />
        </Suspense>
      )}
    </div>
  )
}
