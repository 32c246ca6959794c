import * as z from 'zod/mini'

import { storage, userKey } from '../../../platform/storage/local-storage.ts'
import { currentUser } from '../../../platform/current-user.ts'
import { type AmountInputs, type AmountTerms, amountModel, openingInputs } from './amount-form.ts'

const schema = z.object({ amount: z.number(), option: z.enum(['bonus', 'fixed']) })

/** What the trader had chosen when they pressed Pay, until the payment is open: a session that ends there takes nothing of it. */
export const keptInputs = {
  keep: (inputs: AmountInputs): boolean => storage.write(name(), inputs),
  forget: (): void => storage.remove(name()),
  /** What the form opens with: what was kept, while it can still be paid. */
  orOpening(terms: AmountTerms): AmountInputs {
    const kept = storage.read(name(), schema)
    return kept !== null && amountModel(kept, terms).error === null ? kept : openingInputs(terms)
  },
}

function name(): string {
  return userKey('amount', currentUser()?.userId ?? 0)
}
