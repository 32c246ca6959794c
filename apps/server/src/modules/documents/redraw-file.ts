import { type FileType, detectFileType } from '@tradefront/rules/uploads/file-type'
import { type DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { maxPdfPages } from '@tradefront/rules/uploads/limits'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import { AppError } from '../../platform/http/errors.ts'
import { createRedrawQueue } from './redraw/redraw-queue.ts'
import { type RedrawProcessOptions, runRedrawProcess } from './redraw/run-process.ts'

const refusalCodes = {
  unreadable: 'documents.unreadable',
  too_costly: 'documents.too_costly',
  too_many_pages: 'documents.too_many_pages',
  locked: 'documents.pdf_locked',
  empty: 'documents.sign_empty',
} as const

export type RedrawRefusalCode = (typeof refusalCodes)[keyof typeof refusalCodes]

/** A file whose pages were drawn as pictures. `type` is that of the upload. */
export type RedrawnFile = { readonly type: FileType; readonly pages: readonly Buffer[] }

export type FileRedrawer = ReturnType<typeof createFileRedrawer>

export function createFileRedrawer(options: Omit<RedrawProcessOptions, 'signal'>) {
  const queue = createRedrawQueue()
  const stopped = new AbortController()

  /** Draws the file when it is its turn. @throws AppError 503 */
  const draw = async (userId: number, kind: DocumentKind, bytes: Buffer) => {
    const task = kind === 'sign' ? 'signature' : 'document'
    const drawn = queue.run(userId, () => runRedrawProcess(task, bytes, { ...options, signal: stopped.signal }))
    if (drawn === null) throw new AppError('documents.busy', 503)
    try {
      return await drawn
    } catch (error) {
      options.onError(error)
      throw new AppError('documents.not_stored', 503)
    }
  }

  return {
    /** Draws a file, whose type is detected from its bytes. @throws AppError 413, 415, 503 */
    redraw: async (
      userId: number,
      kind: DocumentKind,
      bytes: Buffer,
    ): Promise<Result<RedrawnFile, RedrawRefusalCode>> => {
      const type = detectFileType(bytes)
      if (type === null || (kind === 'sign' && type !== 'image/png')) throw new AppError('documents.wrong_type', 415)
      const outcome = await draw(userId, kind, bytes)
      if (outcome.kind === 'drawn') return ok({ type, pages: outcome.pages })
      if (outcome.kind === 'too_many_pixels') throw new AppError('documents.too_many_pixels', 413)
      return outcome.kind === 'too_many_pages'
        ? refuse(refusalCodes.too_many_pages, { count: maxPdfPages })
        : refuse(refusalCodes[outcome.kind])
    },

    /** Ends running processes. */
    stop: (): void => stopped.abort(),
  }
}
