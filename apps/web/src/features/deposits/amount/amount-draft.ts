import * as z from 'zod/mini'

import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'
import { type AmountInputs, type AmountTerms, calculateAmount, getDefaultInputs } from './amount-form.ts'

const schema = z.object({ amount: z.number(), bonusChoice: z.enum(['bonus', 'fixed']) })

/** What the trader had chosen when they pressed Pay, until the payment is open: a session that ends there takes nothing of it. */
export const amountDraft = {
  save: (inputs: AmountInputs): boolean => localStore.writeItem(storageKey(), inputs),
  clear: (): void => localStore.deleteItem(storageKey()),
  /** What the form opens with: what was kept, while it can still be paid. */
  loadOrDefault(terms: AmountTerms): AmountInputs {
    const draft = localStore.readItem(storageKey(), schema)
    return draft !== null && calculateAmount(draft, terms).error === null ? draft : getDefaultInputs(terms)
  },
}

function storageKey(): string {
  return userStorageKey('amount', getCurrentUser()?.userId ?? 0)
}
