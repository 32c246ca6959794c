import { lazy, Suspense } from 'react'

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { usePopupTurn } from '../../platform/popup-queue.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { useFreshSignals } from './use-fresh-signals.ts'

const SignalPopup = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./signal-popup.tsx'), loadTexts('signals')]))
  return { default: module.SignalPopup }
})

/** Only on the home screen (spec: funding 7). After all dialogs that open by themselves. */
export function SignalHost() {
  const { fresh, clear } = useFreshSignals()
  const hasTurn = usePopupTurn('signal', fresh.length > 0)
  if (!hasTurn) return null
  return (
    <Suspense>
      <SignalPopup key={fresh[0]?.id} signals={fresh} onClose={clear} />
    </Suspense>
  )
}
