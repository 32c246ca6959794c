import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { ok, refuse } from '@tradefront/rules/result'

import type { ActionHandlers, AppContext, SealedReaders, Signers } from '../../context.ts'
import type { Decision } from './decide-files.ts'
import { loadDocumentPages } from './file-storage.ts'
import { decideDocuments } from './service.ts'
import { findCountedFile, listFiles } from './store.ts'

// Operators decide about documents by these actions at the desk.

type Case = { readonly trader: number; readonly kind: DocumentKind; readonly files: readonly string[] }

export const documentActions: ActionHandlers = {
  'document.approve': (context, input, by) => decideCase(context, input, { approve: true, reason: null }, by),
  'document.refuse': (context, { refusal, ...input }, by) =>
    decideCase(context, input, { approve: false, reason: refusal }, by),
}

export const documentReaders: SealedReaders = {
  document: async (context, [id = '']) => {
    const file = await findCountedFile(context.db, id)
    return file && loadDocumentPages(context, file)
  },
}

/** Decides a case. The files that wait must be exactly those that the operator has seen. */
async function decideCase(context: AppContext, { trader, kind, files }: Case, decision: Decision, by: Signers) {
  const waiting = (await listFiles(context.db, trader)).filter((file) => file.kind === kind && file.state === 'sent')
  const isSame = waiting.length === files.length && waiting.every(({ id }) => files.includes(id))
  const isDecided = isSame && (await decideDocuments(context, { userId: trader, kind, ids: files }, decision, by))
  return isDecided ? ok() : refuse('desk_support.files_changed')
}
