import { lazy, Suspense, useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'

const Dialog = lazy(async () => {
  const [module] = await Promise.all([
    retryImport(() => import('./bitcoin-suggestion-dialog.tsx')),
    loadTexts('offers'),
  ])
  return { default: module.BitcoinSuggestionDialog }
})

const dayMs = 86_400_000

/** Once a day; not after a bitcoin deposit nor in the session of the registration (spec: funding 6, 9). Only where bitcoin works. */
export function BitcoinSuggestion({ onDeposit }: { readonly onDeposit: () => void }) {
  const { userId, email, isPractice, hasBitcoinDeposit } = useUser()
  const [isOpen, setOpen] = useState(false)
  const isExcluded = isPractice || hasBitcoinDeposit || registrationSession.isCurrent(email)
  useEffect(() => {
    if (!isExcluded && startDay(userId)) setOpen(true)
  }, [isExcluded, userId])
  if (!isOpen || isExcluded) return null
  return (
    <Suspense>
      <Dialog
        onClose={() => setOpen(false)}
        onDeposit={() => {
          setOpen(false)
          onDeposit()
        }}
      />
    </Suspense>
  )
}

/** False if the suggestion was shown today (UTC), or the day cannot be stored. */
function startDay(userId: number): boolean {
  const key = userStorageKey('bitcoin-suggestion', userId)
  const today = Math.floor(serverNow() / dayMs)
  return localStore.readItem(key, z.number()) !== today && localStore.writeItem(key, today)
}
