import { useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import { modalOf } from '../paths.ts'

const EntryModal = lazy(() => import('./register-modal.tsx').then((module) => ({ default: module.EntryModal })))

/** Registration over whatever page of the site is open, asked for by the address's hash; closing it takes the hash away. */
export function EntryModals() {
  const navigate = useNavigate()
  const modal = useRouterState({ select: ({ location }) => modalOf(location.hash) })
  // What was drawn ahead of time knows no hash.
  const isBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  if (modal === null || !isBrowser) return null
  return (
    <Suspense fallback={null}>
      <EntryModal
        key={modal}
        name={modal}
        onClose={() => void navigate({ to: '.', hash: '', replace: true, resetScroll: false })}
      />
    </Suspense>
  )
}

function neverChanges(): () => void {
  return () => undefined
}
