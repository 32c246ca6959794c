import { returnParameters } from '@tradefront/processors/return-parameters'

import { paths } from '../paths.ts'

const referencePattern = /^[\w-]{1,80}$/

/**
 * Finds the screen to which a payment returns. Null: the address has no callback parameter. Without `transaction_id` or `id`, it is the
 * funding page.
 */
export function getPaymentReturnTarget(search: string): string | null {
  const query = new URLSearchParams(search)
  const found = Object.entries(returnParameters).find(([name]) => query.has(name))
  if (found === undefined) return null
  const id = query.get('id') ?? ''
  const uid = query.get('transaction_id') ?? ''
  if (!referencePattern.test(id) || !referencePattern.test(uid)) return paths.show('funding')
  return paths.listen('funding', found[1], id, uid)
}
