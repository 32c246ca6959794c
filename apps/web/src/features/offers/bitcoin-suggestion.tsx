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

/** Where the trader has just chosen how to pay. */
const invoicePath = '#/show/funding/invoice/'

/**
 * Once a day; not over an invoice, after a bitcoin deposit nor in the session of the registration (spec: funding 6, 9). Only where
 * bitcoin works.
 */
export function BitcoinSuggestion({ onDeposit }: { readonly onDeposit: () => void }) {
  const { userId, email, isPractice, hasBitcoinDeposit } = useUser()
  const isExcluded = isPractice || hasBitcoinDeposit || registrationSession.isCurrent(email)
  const [isOverInvoice] = useState(() => location.hash.startsWith(invoicePath))
  const [isOpen, setOpen] = useState(() => !isExcluded && !isOverInvoice && readShownDay(userId) !== getToday())
  useEffect(() => {
    if (isOpen) localStore.writeItem(toKey(userId), getToday())
  }, [isOpen, userId])
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
