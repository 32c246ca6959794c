import multipart from '@fastify/multipart'
import { supportCalls } from '@tradefront/contract/support'
import { maxPostFiles } from '@tradefront/rules/support/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { sendPicture } from '../../platform/http/send-picture.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { toTitle } from '../../platform/uploads/file-title.ts'
import { createMultipartLimits, readParts, type ReceivedParts } from '../../platform/uploads/read-parts.ts'
import { receiveUpload, uploadCallOptions } from '../../platform/uploads/receive-upload.ts'
import { dropAttachments, readAttachmentPage, uploadAttachment } from './attachments.ts'
import {
  closeTicket,
  createTicket,
  getSupportOverview,
  getTicketForm,
  listTickets,
  openTicket,
  replyToTicket,
} from './service.ts'

/** Enough for a post of ten thousand characters in UTF-8, or as escapes of JSON. */
const writeOptions = { bodyLimit: 128 * 1024, perMinute: 60 } as const

/** spec: account 7, funding 7 */
export async function supportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const handleParts = async (user: SessionUser, draft: string, isFirst: boolean, { fields, file }: ReceivedParts) => {
    const name = fields.get('name')
    if (file === null) {
      if (typeof name !== 'string') throw new AppError('errors.malformed', 400, {}, { file: 'errors.field_required' })
      await dropAttachments(context, user.id, name)
      return okReply
    }
    const upload = { bytes: file.bytes, title: toTitle(file.filename) }
    const uploaded = await uploadAttachment(context, user.id, draft, isFirst, upload)
    return uploaded.ok ? { ...okReply, name: uploaded.value } : uploaded
  }

  const registerTicketCalls = (app: FastifyInstance): void => {
    registerCall(app, supportCalls.initSupport, async ({ user }) => {
      const { unread, files } = await getSupportOverview(context, user.id)
      return {
        ...okReply,
        max_files: maxPostFiles,
        unread,
        files: files.map(({ id, draft, title, bytes }) => ({ name: id, type: draft, title, size: bytes })),
      }
    })
    registerCall(app, supportCalls.listTickets, async ({ user, body, request }) => ({
      ...okReply,
      ...(await listTickets(context, user.id, body?.after ?? null, getRequestLocale(request))),
    }))
    registerCall(app, supportCalls.getTicketForm, async ({ user, body, request }) => ({
      ...okReply,
      ...(await getTicketForm(context, user.id, body?.reference ?? null, getRequestLocale(request))),
    }))
    registerCall(app, supportCalls.getTicket, async ({ user, body, request }) => ({
      ...okReply,
      ticket: await openTicket(context, user, body.id, getRequestLocale(request)),
    }))
    registerCall(
      app,
      supportCalls.createTicket,
      async ({ user, body, request }) => {
        const { departments: department, attachments: files = null, reference = null, ...fields } = body
        const key = readIdempotencyKey(request)
        const created = await createTicket(context, user.id, { ...fields, department, files, reference, key })
        return created.ok ? { ...okReply, id: created.value } : created
      },
      writeOptions,
    )
    registerCall(
      app,
      supportCalls.replyToTicket,
      async ({ user, body, request }) => {
        const { ticket: ticketId, attachments: files = null, content } = body
        const key = readIdempotencyKey(request)
        const locale = getRequestLocale(request)
        const written = await replyToTicket(context, user, { ticketId, content, files, key }, locale)
        return written.ok ? { ...okReply, ticket: written.value } : written
      },
      writeOptions,
    )
    registerCall(app, supportCalls.closeTicket, async ({ user, body }) => {
      await closeTicket(context, user.id, body.id)
      return okReply
    })
  }

  registerTicketCalls(app)
  registerCall(app, supportCalls.removeAttachments, async ({ user, body }) => {
    await dropAttachments(context, user.id, body?.name ?? null)
    return okReply
  })
  registerCall(
    app,
    supportCalls.downloadAttachment,
    async ({ user, query, reply }) => {
      const { id, pid, page = '1' } = query
      const image = await readAttachmentPage(context, user.id, pid, id, Number(page))
      return sendPicture(reply, image, `${id}-${page}.jpg`)
    },
    { getErrorRedirect: findNoticeUrl },
  )
  await app.register(async (uploads) => {
    await uploads.register(multipart, createMultipartLimits(200))
    registerCall(
      uploads,
      supportCalls.uploadAttachment,
      ({ user, params, request }) =>
        receiveUpload(
          context.uploadSlots,
          { request, userId: user.id },
          (onBytes) => readParts(request, onBytes),
          (parts) => handleParts(user, params.type, params.mode === 'unshift', parts),
        ),
      uploadCallOptions,
    )
  })
}

/** Finds the page that explains an error, for a file opened in a tab. Images and API clients get the error. */
function findNoticeUrl(request: FastifyRequest, { code }: AppError): string | null {
  if (!(request.headers.accept ?? '').includes('text/html') || code !== 'errors.session') return null
  return `/${getRequestLocale(request)}/login?expired#/show/support`
}
