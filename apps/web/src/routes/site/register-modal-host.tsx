import { lazy, Suspense, useEffect, useState } from 'react'

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { type ModalName, parseModalHash } from '../paths.ts'

const RegisterModal = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./register-modal.tsx'), loadTexts('auth', 'access')]))
  return { default: module.RegisterModal }
})

/** Shows the modal that the hash names. Closing it removes the hash. */
export function RegisterModalHost() {
  const [modal, setModal] = useState<ModalName | null>(null)
  useEffect(() => {
    const readHash = (): void => setModal(parseModalHash(location.hash))
    readHash()
    window.addEventListener('hashchange', readHash)
    return () => window.removeEventListener('hashchange', readHash)
  }, [])
  if (modal === null) return null
  return (
    <Suspense fallback={null}>
      <RegisterModal
        key={modal}
        name={modal}
        onClose={() => {
          history.replaceState(history.state, '', location.pathname + location.search)
          setModal(null)
        }}
      />
    </Suspense>
  )
}
