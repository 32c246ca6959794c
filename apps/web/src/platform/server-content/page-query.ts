import { pagesCalls, type PageReply } from '@tradefront/contract/pages'
import { queryOptions } from '@tanstack/react-query'

import { ApiError } from '../api/api-error.ts'
import { startWithPageReply } from '../api/page-replies.ts'
import { request } from '../api/request.ts'

const pageNamePattern = /^[a-z0-9_-]{1,60}$/

/** Loads a page (`pg`) or fragment (`ag`). Null: there is none. */
export function getPageQuery(area: 'pg' | 'ag', page: string, language: string) {
  return queryOptions<PageReply | null>({
    queryKey: ['page', area, page, language],
    ...startWithPageReply(area === 'pg' ? pagesCalls.getPage : pagesCalls.getFragment, { params: { page } }, (reply) =>
      reply.language === language ? reply : undefined,
    ),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      if (!pageNamePattern.test(page)) return null
      try {
        return await request(area === 'pg' ? pagesCalls.getPage : pagesCalls.getFragment, { params: { page }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
}
