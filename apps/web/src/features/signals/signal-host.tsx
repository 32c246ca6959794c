import { lazy, Suspense } from 'react'

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { useFreshSignals } from './use-fresh-signals.ts'

const SignalPopup = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./signal-popup.tsx'), loadTexts('signals')]))
  return { default: module.SignalPopup }
})

/** Only on the home screen (spec: funding 7). */
export function SignalHost() {
  const { fresh, clear } = useFreshSignals()
  if (fresh.length === 0) return null
  return (
    <Suspense>
      <SignalPopup key={fresh[0]?.id} signals={fresh} onClose={clear} />
    </Suspense>
  )
}
