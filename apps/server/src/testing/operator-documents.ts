import type { DocumentKind, RefusalReason } from '@tradefront/rules/documents/limits'

import { createDocumentsStore } from '../modules/documents/store.ts'
import type { TestApp } from './app.ts'

/** What an operator does with everything of a kind that waits; `reason` null accepts it. False when nothing waits any more. */
export async function decideDocuments(
  app: TestApp,
  userId: number,
  kind: DocumentKind,
  reason: RefusalReason | null,
): Promise<boolean> {
  const store = createDocumentsStore(app.database.db)
  const files = (await store.list(userId)).filter((file) => file.kind === kind && file.state === 'sent')
  if (files.length === 0) return false
  const decision = reason === null ? ({ approve: true, reason } as const) : ({ approve: false, reason } as const)
  return store.decide(
    { userId, kind },
    files.map(({ id }) => id),
    decision,
    { actor: 'tester' },
    app.clock.now(),
  )
}
