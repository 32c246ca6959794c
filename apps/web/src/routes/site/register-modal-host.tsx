import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'
import { parseModalHash } from '../paths.ts'

const RegisterModal = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./register-modal.tsx'), loadTexts('auth')]))
  return { default: module.RegisterModal }
})

/** Closing a modal removes the hash. */
export function RegisterModalHost() {
  const navigate = useNavigate()
  const modal = useRouterState({ select: ({ location }) => parseModalHash(location.hash) })
  const isHydrated = useIsHydrated()
  if (modal === null || !isHydrated) return null
  return (
    <Suspense fallback={null}>
      <RegisterModal
        key={modal}
        name={modal}
        onClose={() => void navigate({ to: '.', hash: '', replace: true, resetScroll: false })}
      />
    </Suspense>
  )
}
