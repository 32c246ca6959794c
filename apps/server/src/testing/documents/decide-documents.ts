import type { DocumentKind, RefusalReason } from '@tradefront/rules/documents/limits'

import type { TestApp } from '../app/test-app.ts'

/** Decides all waiting files of a kind; `reason` null approves them. Returns false if none is waiting. */
export async function decideDocuments(
  app: TestApp,
  userId: number,
  kind: DocumentKind,
  reason: RefusalReason | null,
): Promise<boolean> {
  const { operator } = app.documents
  const files = (await operator.listPendingFiles()).filter((file) => file.kind === kind && file.userId === userId)
  if (files.length === 0) return false
  const ids = files.map(({ id }) => id)
  const decision = reason === null ? ({ approve: true, reason } as const) : ({ approve: false, reason } as const)
  return operator.decideFiles({ userId, kind, ids }, decision, { actor: 'tester' })
}
