import { lazy, Suspense, useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { usePopupTurn } from '../../platform/popup-queue.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'

const Dialog = lazy(async () => {
  const [module] = await retryImport(() =>
    Promise.all([import('./bitcoin-suggestion-dialog.tsx'), loadTexts('offers')]),
  )
  return { default: module.BitcoinSuggestionDialog }
})

const dayMs = 86_400_000

/**
 * Once a day; not over an invoice, after a bitcoin deposit nor in the session of the registration (spec: funding 6, 9). Only where
 * bitcoin works.
 */
export function BitcoinSuggestion({ onDeposit }: { readonly onDeposit: () => void }) {
  const { userId, email, isPractice, hasBitcoinDeposit } = useUser()
  const isExcluded = isPractice || hasBitcoinDeposit || registrationSession.isCurrent(email)
  const [isDue, setDue] = useState(() => !isExcluded && !isOverInvoice() && readShownDay(userId) !== getToday())
  const hasTurn = usePopupTurn('suggestion', isDue && !isExcluded)
  useEffect(() => {
    if (hasTurn) localStore.writeItem(toKey(userId), getToday())
  }, [hasTurn, userId])
  if (!hasTurn) return null
  return (
    <Suspense>
      <Dialog
        onClose={() => setDue(false)}
        onDeposit={() => {
          setDue(false)
          onDeposit()
        }}
      />
    </Suspense>
  )
}

/** Where the trader has just chosen how to pay. */
function isOverInvoice(): boolean {
  return location.hash.startsWith('#/show/funding/invoice/')
}

/** UTC. */
function getToday(): number {
  return Math.floor(serverNow() / dayMs)
}

function readShownDay(userId: number): number | null {
  return localStore.readItem(toKey(userId), z.number())
}

function toKey(userId: number): string {
  return userStorageKey('bitcoin-suggestion', userId)
}
