import * as z from 'zod/mini'

import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'
import { type AmountInputs, type AmountTerms, bonusChoices, calculateAmount, getDefaultInputs } from './amount-form.ts'

const schema = z.object({ amount: z.number(), bonusChoice: z.nullable(z.enum(bonusChoices)) })

/**
 * Draft of the amount. It is kept until the money has arrived, so that the inputs survive another method, an ended session and a failed
 * payment.
 */
export const amountDraft = {
  save: (inputs: AmountInputs): boolean => localStore.writeItem(storageKey(), inputs),
  clear: (): void => localStore.deleteItem(storageKey()),
  /** Loads the draft, or the default if the draft is outside the limits. */
  loadOrDefault(terms: AmountTerms): AmountInputs {
    const draft = localStore.readItem(storageKey(), schema)
    return draft !== null && calculateAmount(draft, terms).error === null ? draft : getDefaultInputs(terms)
  },
}

function storageKey(): string {
  return userStorageKey('amount', getCurrentUser()?.userId ?? 0)
}
