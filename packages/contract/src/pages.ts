import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { nothing } from './wire.ts'

const params = z.object({ page: z.string().check(z.regex(/^[a-z0-9_-]{1,60}$/)) })

/** A page or fragment in the language of the request: title as text, `html` cleaned of anything that could run. */
export const pageReply = z.object({
  return: z.literal(true),
  page: z.string(),
  language: z.string(),
  title: z.string(),
  html: z.string(),
})
export type PageReply = z.infer<typeof pageReply>

const page = { path: '/api/pg/:page', access: 'visitor', source: 'funding 7', params, reply: pageReply } as const
const fragment = { path: '/api/ag/:page', access: 'visitor', source: 'funding 7', params, reply: pageReply } as const

export const pagesCalls = {
  page: defineCall({ ...page, method: 'GET', summary: 'A server page. 404 for one that does not exist.' }),
  pagePost: defineCall({ ...page, method: 'POST', body: nothing, summary: 'The same, posted.' }),
  fragment: defineCall({ ...fragment, method: 'GET', summary: 'A fragment, such as the text of a dialog.' }),
  fragmentPost: defineCall({
    ...fragment,
    method: 'POST',
    source: 'account 7',
    body: nothing,
    summary: 'The same, posted.',
  }),
  modal: defineCall({
    method: 'POST',
    path: '/api/modal/:name',
    access: 'visitor',
    source: 'account 7',
    summary: 'The content of a modal, cleaned of anything that could run.',
    params: z.object({ name: z.enum(['modal-register', 'modal-register-demo', 'modal-promo']) }),
    body: nothing,
    reply: z.object({ return: z.literal(true), title: z.string(), content: z.string() }),
  }),
} as const
