import multipart from '@fastify/multipart'
import { documentsCalls } from '@tradefront/contract/documents'
import type { TextKey } from '@tradefront/texts/keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { AppError } from '../../platform/http/errors.ts'
import { localeOf } from '../../platform/http/locale.ts'
import { serve, yes } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { DocumentsService, Sent } from './service.ts'
import { multipartLimits, readUpload, signBytes } from './read-upload.ts'

/** Uploads that this server reads and redraws at a time: each is in memory. */
const maxAtOnce = 8
/** A telephone on a slow line needs this long for 10 MB. */
const bodyTimeoutMs = 5 * 60_000
const uploadsPerMinute = 30
const signBodyBytes = 1_050_000

/** Passport, card and signature (spec: account 2, 5, 7). */
export function documentsRoutes({ documents }: { documents: DocumentsService }) {
  let underWay = 0
  const send = async (request: FastifyRequest, user: SessionUser, sent: Sent) => {
    const done = await documents.send(user, sent)
    return done.no === null ? { ...yes, name: done.name, state: done.state } : refusal(request, done.no)
  }
  const upload = async (request: FastifyRequest, user: SessionUser, again: boolean) => {
    if (underWay >= maxAtOnce) throw new AppError('errors.too_many')
    underWay += 1
    try {
      return await send(request, user, { ...(await readUpload(request)), again })
    } finally {
      underWay -= 1
    }
  }
  const show = async (reply: FastifyReply, user: SessionUser, name: string) => {
    const file = await documents.open(user, name)
    if (!file) throw new AppError('errors.not_found')
    // A picture was drawn by us; a PDF is as it came, so the browser may save it and nothing else.
    const disposition = file.type === 'application/pdf' ? 'attachment' : 'inline'
    return reply
      .header('content-type', file.type)
      .header('content-disposition', `${disposition}; filename="${name}"`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .send(file.bytes)
  }

  return async (app: FastifyInstance): Promise<void> => {
    serve(app, documentsCalls.list, async ({ user }) => ({
      ...yes,
      verification: user.verification,
      kinds: await documents.list(user),
    }))
    serve(app, documentsCalls.cards, async ({ user }) => {
      const card = await documents.standing(user.id, 'card')
      return { ...yes, card: card.state, can_load: card.canSend }
    })
    serve(app, documentsCalls.remove, async ({ user, body, request }) => {
      const done = await documents.remove(user, body.name)
      return 'no' in done ? refusal(request, done.no) : { ...yes, state: done.state }
    })
    serve(
      app,
      documentsCalls.corruptedSign,
      ({ user, body, request }) => send(request, user, { kind: 'sign', bytes: signBytes(body.data), again: true }),
      { bodyLimit: signBodyBytes, perMinute: uploadsPerMinute },
    )
    const seen = { refusedTo: noticeFor }
    serve(app, documentsCalls.view, ({ user, params, reply }) => show(reply, user, params.name), seen)
    serve(app, documentsCalls.viewIn, ({ user, params, reply }) => show(reply, user, `${params.a}-${params.b}`), seen)
    serve(app, documentsCalls.viewDoc, ({ user, params, reply }) => show(reply, user, params.name), seen)

    // Only these two take multipart bodies.
    await app.register(async (uploads) => {
      await uploads.register(multipart, multipartLimits)
      const options = { bodyTimeoutMs, perMinute: uploadsPerMinute }
      serve(uploads, documentsCalls.upload, ({ user, request }) => upload(request, user, false), options)
      serve(uploads, documentsCalls.corruptedUpload, ({ user, request }) => upload(request, user, true), options)
    })
  }
}

/** Parts of the documents' screen that say why a file cannot be shown. */
const notices: Partial<Record<TextKey, string>> = {
  'documents.lost': '/lost',
  'documents.away': '/away',
  'errors.not_found': '/missing',
}

/** Whoever opens a file in a tab is told on a screen why it cannot be shown; an image or a program gets the plain answer. */
function noticeFor(request: FastifyRequest, { code }: AppError): string | null {
  if (!(request.headers.accept ?? '').includes('text/html')) return null
  const page = `/${localeOf(request)}`
  if (code === 'errors.session') return `${page}/login?expired#/show/documents`
  const notice = notices[code]
  return notice === undefined ? null : `${page}/trading#/show/documents${notice}`
}
