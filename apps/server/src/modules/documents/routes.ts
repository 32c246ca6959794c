import multipart from '@fastify/multipart'
import { documentsCalls } from '@tradefront/contract/documents'
import type { TextKey } from '@tradefront/texts/keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import { sendPicture } from '../../platform/http/send-picture.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { toTitle } from '../../platform/uploads/file-title.ts'
import { receiveUpload, uploadCallOptions } from '../../platform/uploads/receive-upload.ts'
import { findVerifiedAt } from '../users/service.ts'
import {
  findKindStatus,
  listDocumentKinds,
  readDocumentPage,
  removeDocument,
  uploadDocument,
  type UploadInput,
} from './service.ts'
import { multipartLimits, readUpload, decodeSignature } from './read-upload.ts'

const maxSignatureBodyBytes = 1_050_000

/** spec: account 2, 5, 7 */
export async function documentsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const submitFile = async (user: SessionUser, input: UploadInput) => {
    const result = await uploadDocument(context, user, input)
    return result.ok ? { ...okReply, ...result.value } : result
  }
  const upload = (request: FastifyRequest, user: SessionUser, isResubmission: boolean) =>
    receiveUpload(
      context.uploadSlots,
      { request, userId: user.id },
      (onBytes) => readUpload(request, onBytes),
      ({ filename, ...received }) => submitFile(user, { ...received, title: toTitle(filename), isResubmission }),
    )
  // The address of a file does not expire and proves nothing: it needs the session of the owner. Operators look at waiting files by
  // `npm run ops -- document`.
  const sendFile = async (reply: FastifyReply, user: SessionUser, name: string) => {
    const image = await readDocumentPage(context, user, name)
    if (!image) throw new AppError('errors.not_found')
    return sendPicture(reply, image, name)
  }

  registerCall(app, documentsCalls.listDocuments, async ({ user }) => {
    const [kinds, verifiedAt] = await Promise.all([
      listDocumentKinds(context, user),
      findVerifiedAt(context.db, user.id),
    ])
    return { ...okReply, verification: user.verification, verifiedAtMs: verifiedAt?.getTime() ?? null, kinds }
  })
  registerCall(app, documentsCalls.getCardDocumentState, async ({ user }) => {
    const card = await findKindStatus(context, user.id, 'card')
    return { ...okReply, card: card.state, can_load: card.canSend }
  })
  registerCall(app, documentsCalls.removeDocument, async ({ user, body }) => {
    const result = await removeDocument(context, user, body.name)
    return result.ok ? { ...okReply, state: result.value } : result
  })
  registerCall(
    app,
    documentsCalls.resubmitSignature,
    async ({ user, body }) => {
      const slot = context.uploadSlots.enter(user.id, () => undefined)
      const input = { kind: 'sign', bytes: decodeSignature(body.data), title: null, isResubmission: true } as const
      return submitFile(user, input).finally(slot.leave)
    },
    { bodyLimit: maxSignatureBodyBytes, perMinute: uploadCallOptions.perMinute },
  )
  const viewOptions = { getErrorRedirect: findNoticeUrl }
  registerCall(
    app,
    documentsCalls.viewDocument,
    ({ user, params, reply }) => sendFile(reply, user, params.name),
    viewOptions,
  )
  registerCall(
    app,
    documentsCalls.viewDocumentInFolder,
    ({ user, params, reply }) => sendFile(reply, user, `${params.a}-${params.b}`),
    viewOptions,
  )
  registerCall(
    app,
    documentsCalls.viewUserDocument,
    ({ user, params, reply }) => sendFile(reply, user, params.name),
    viewOptions,
  )

  // Only the calls in this scope accept multipart bodies.
  await app.register(async (uploads) => {
    await uploads.register(multipart, multipartLimits)
    registerCall(
      uploads,
      documentsCalls.uploadDocument,
      ({ user, request }) => upload(request, user, false),
      uploadCallOptions,
    )
    registerCall(
      uploads,
      documentsCalls.resubmitDocument,
      ({ user, request }) => upload(request, user, true),
      uploadCallOptions,
    )
  })
}

const noticePaths: Partial<Record<TextKey, string>> = {
  'documents.lost': '/lost',
  'documents.away': '/away',
  'errors.not_found': '/missing',
}

/** Finds the page that explains an error, for files opened in a tab. Images and API clients get the error. */
function findNoticeUrl(request: FastifyRequest, { code }: AppError): string | null {
  if (!(request.headers.accept ?? '').includes('text/html')) return null
  const page = `/${getRequestLocale(request)}`
  if (code === 'errors.session') return `${page}/login?expired#/show/documents`
  const notice = noticePaths[code]
  return notice === undefined ? null : `${page}/trading#/show/documents${notice}`
}
