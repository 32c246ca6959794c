import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody } from './wire.ts'

const params = z.object({ page: z.string().check(z.regex(/^[a-z0-9_-]{1,60}$/)) })

/** A page or fragment in the language of the request. `html` is sanitized. */
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
  getPage: defineCall({ ...page, method: 'GET', summary: 'A server page. 404 for one that does not exist.' }),
  postPage: defineCall({ ...page, method: 'POST', body: emptyBody, summary: 'As GET.' }),
  getFragment: defineCall({ ...fragment, method: 'GET', summary: 'A fragment, such as the text of a dialog.' }),
  postFragment: defineCall({
    ...fragment,
    method: 'POST',
    source: 'account 7',
    body: emptyBody,
    summary: 'As GET.',
  }),
  getModal: defineCall({
    method: 'POST',
    path: '/api/modal/:name',
    access: 'visitor',
    source: 'account 7',
    summary: 'The sanitized content of a modal.',
    params: z.object({ name: z.enum(['modal-register', 'modal-register-demo', 'modal-promo']) }),
    body: emptyBody,
    reply: z.object({ return: z.literal(true), title: z.string(), content: z.string() }),
  }),
} as const
