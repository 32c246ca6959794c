import { queryOptions } from '@tanstack/react-query'
import {
  type Article,
  type Calendar,
  type Freshness,
  type Headlines,
  toArticle,
  toCalendar,
  toHeadlines,
} from '@tradefront/contract/domain/news'
import { type NewsCategory, newsCalls } from '@tradefront/contract/news'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'

const refreshMs = 60_000
/** Pause between requests while the server reads a source for the first time. */
const firstLoadMs = 2000

const getRefreshMs = (data: Freshness | undefined): number => (data?.updatedAtMs === null ? firstLoadMs : refreshMs)
/** Returns undefined until the server has read the source once: before, there is no content. */
const skipUnread = <Data extends Freshness>(data: Data) => (data.updatedAtMs === null ? undefined : data)

/** Loads the categories. The server answers in the language of the page. */
export const getCategoriesQuery = (language: string) =>
  queryOptions<NewsCategory[]>({
    queryKey: [...callKey(newsCalls.listCategories), language],
    queryFn: async ({ signal }) => (await performCall(newsCalls.listCategories, { signal })).categories,
    staleTime: refreshMs,
  })

export const getHeadlinesQuery = (language: string, { url, name }: NewsCategory) =>
  queryOptions({
    queryKey: [...callKey(newsCalls.listHeadlines), language, name, url],
    queryFn: async ({ signal }): Promise<Headlines> =>
      toHeadlines(await performCall(newsCalls.listHeadlines, { body: { url, name }, signal })),
    select: skipUnread,
    refetchInterval: ({ state }) => getRefreshMs(state.data),
  })

/** Loads an article. Null: there is no such article. */
export const getArticleQuery = (item: string) =>
  queryOptions<Article | null>({
    queryKey: [...callKey(newsCalls.getArticle), item],
    queryFn: async ({ signal }) => {
      try {
        return toArticle(await performCall(newsCalls.getArticle, { body: { item }, signal }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'news.article_missing') return null
        throw error
      }
    },
    staleTime: refreshMs,
  })

export const getCalendarQuery = (language: string) =>
  queryOptions({
    queryKey: [...callKey(newsCalls.listEvents), language],
    queryFn: async ({ signal }): Promise<Calendar> => toCalendar(await performCall(newsCalls.listEvents, { signal })),
    select: skipUnread,
    refetchInterval: ({ state }) => getRefreshMs(state.data),
  })
