import { type PageReply, pagesCalls } from '@tradefront/contract/pages'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import { localeOf } from '../../platform/http/locale.ts'
import { serve, yes } from '../../platform/http/route.ts'
import type { PageArea, PagesService } from './service.ts'

/** `/api/pg/{page}` and `/api/ag/{page}`, asked for or posted, and `/api/modal/{name}` (spec: funding 7, account 7). */
export function pagesRoutes({ pages }: { pages: PagesService }) {
  return async (app: FastifyInstance): Promise<void> => {
    const answer = async (area: PageArea, page: string, request: FastifyRequest): Promise<PageReply> => {
      const language = localeOf(request)
      const content = await pages.read(area, page, language)
      if (!content) throw new AppError('errors.not_found')
      return { ...yes, page, language, ...content }
    }
    serve(app, pagesCalls.page, ({ params, request }) => answer('pg', params.page, request))
    serve(app, pagesCalls.pagePost, ({ params, request }) => answer('pg', params.page, request))
    serve(app, pagesCalls.fragment, ({ params, request }) => answer('ag', params.page, request))
    serve(app, pagesCalls.fragmentPost, ({ params, request }) => answer('ag', params.page, request))
    serve(app, pagesCalls.modal, async ({ params, request }) => {
      const { title, html } = await answer('modal', params.name, request)
      return { ...yes, title, content: html }
    })
  }
}
