import multipart from '@fastify/multipart'
import { documentsCalls } from '@tradefront/contract/documents'
import type { TextKey } from '@tradefront/texts/keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { DocumentsService, UploadInput } from './service.ts'
import { toTitle } from './file-name.ts'
import { multipartLimits, readUpload, decodeSignature } from './read-upload.ts'
import { createUploadSlots } from './upload-slots.ts'

/** 10 MB from a phone on a slow connection. */
const bodyTimeoutMs = 5 * 60_000
/** Without a byte. */
const stallTimeoutMs = 30_000
const uploadsPerMinute = 30
const maxSignatureBodyBytes = 1_050_000

/** spec: account 2, 5, 7 */
export function documentsRoutes({ documents }: { documents: DocumentsService }) {
  const slots = createUploadSlots()
  const submitFile = async (user: SessionUser, input: UploadInput) => {
    const result = await documents.uploadFile(user, input)
    return result.ok ? { ...okReply, ...result.value } : result
  }
  const upload = async (request: FastifyRequest, user: SessionUser, isResubmission: boolean) => {
    const cut = () => request.raw.destroy()
    const slot = slots.enter(user.id, cut)
    const stall = setTimeout(cut, stallTimeoutMs)
    try {
      const { filename, ...received } = await readUpload(request, (count) => {
        stall.refresh()
        slot.addBytes(count)
      })
      slot.endReceiving()
      clearTimeout(stall)
      return await submitFile(user, { ...received, title: toTitle(filename), isResubmission })
    } finally {
      clearTimeout(stall)
      slot.leave()
    }
  }
  const sendFile = async (reply: FastifyReply, user: SessionUser, name: string) => {
    const image = await documents.readPage(user, name)
    if (!image) throw new AppError('errors.not_found')
    return reply
      .header('content-type', name.endsWith('.png') ? 'image/png' : 'image/jpeg')
      .header('content-disposition', `inline; filename="${name}"`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(image)
  }

  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, documentsCalls.listDocuments, async ({ user }) => ({
      ...okReply,
      verification: user.verification,
      kinds: await documents.listKinds(user),
    }))
    registerCall(app, documentsCalls.getCardDocumentState, async ({ user }) => {
      const card = await documents.findKindStatus(user.id, 'card')
      return { ...okReply, card: card.state, can_load: card.canSend }
    })
    registerCall(app, documentsCalls.removeDocument, async ({ user, body }) => {
      const result = await documents.removeFile(user, body.name)
      return result.ok ? { ...okReply, state: result.value } : result
    })
    registerCall(
      app,
      documentsCalls.resubmitSignature,
      async ({ user, body }) => {
        const slot = slots.enter(user.id, () => undefined)
        const input = { kind: 'sign', bytes: decodeSignature(body.data), title: null, isResubmission: true } as const
        return submitFile(user, input).finally(slot.leave)
      },
      { bodyLimit: maxSignatureBodyBytes, perMinute: uploadsPerMinute },
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

    // Only these two take multipart bodies.
    await app.register(async (uploads) => {
      await uploads.register(multipart, multipartLimits)
      const options = { bodyTimeoutMs, perMinute: uploadsPerMinute }
      registerCall(uploads, documentsCalls.uploadDocument, ({ user, request }) => upload(request, user, false), options)
      registerCall(
        uploads,
        documentsCalls.resubmitDocument,
        ({ user, request }) => upload(request, user, true),
        options,
      )
    })
  }
}

const noticePaths: Partial<Record<TextKey, string>> = {
  'documents.lost': '/lost',
  'documents.away': '/away',
  'errors.not_found': '/missing',
}

/** Only for files opened in a tab; images and API clients get the error. */
function findNoticeUrl(request: FastifyRequest, { code }: AppError): string | null {
  if (!(request.headers.accept ?? '').includes('text/html')) return null
  const page = `/${getRequestLocale(request)}`
  if (code === 'errors.session') return `${page}/login?expired#/show/documents`
  const notice = noticePaths[code]
  return notice === undefined ? null : `${page}/trading#/show/documents${notice}`
}
