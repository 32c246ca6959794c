import type { PriceAlert } from '@tradefront/contract/price-alerts'
import { lazy, Suspense, useState } from 'react'

import { loadTexts } from '../../../platform/i18n/i18n.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { retryImport } from '../../../platform/retry-import.ts'

const maxShown = 3

const AlertNotice = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./alert-notice.tsx'), loadTexts('price-alerts')]))
  return { default: module.AlertNotice }
})

/** Notices above the charts, which then get lower: they cover nothing, and stay until they are closed. The newest is first. */
export function AlertNotices() {
  const [shown, setShown] = useState<readonly PriceAlert[]>([])
  useLiveEvent('price_alerts', ({ ended }) => {
    if (ended !== null) setShown((before) => [ended, ...before].slice(0, maxShown))
  })
  return (
    // The region stays in the page, or screen readers would miss its first text.
    <div role="status">
      <Suspense>
        {shown.map((alert) => (
          <AlertNotice
            key={alert.id}
            alert={alert}
            onClose={() => setShown((before) => before.filter(({ id }) => id !== alert.id))}
          />
        ))}
      </Suspense>
    </div>
  )
}
