import { type PageReply, pagesCalls } from '@tradefront/contract/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import { type PageArea, showPage } from './service.ts'

/** spec: funding 7, account 7 */
export function pagesRoutes(app: FastifyInstance, context: AppContext): void {
  const findReply = async (area: PageArea, page: string, request: FastifyRequest): Promise<PageReply> => {
    const found = await showPage(context, area, page, getRequestLocale(request))
    if (found === null) throw new AppError('errors.not_found')
    return found
  }
  registerCall(app, pagesCalls.getPage, ({ params, request }) => findReply('pg', params.page, request))
  registerCall(app, pagesCalls.postPage, ({ params, request }) => findReply('pg', params.page, request))
  registerCall(app, pagesCalls.getFragment, ({ params, request }) => findReply('ag', params.page, request))
  registerCall(app, pagesCalls.postFragment, ({ params, request }) => findReply('ag', params.page, request))
  registerCall(app, pagesCalls.getModal, async ({ params, request }) => {
    const { title, html } = await findReply('modal', params.name, request)
    return { ...okReply, title, content: html }
  })
}
