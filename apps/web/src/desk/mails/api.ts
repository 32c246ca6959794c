import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deskMailCalls } from '@tradefront/contract/desk-mails'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'

const { listMails, getMail, previewMail } = deskMailCalls

export type MailTexts = { readonly subject: string; readonly text: string; readonly action: string }

export const mailsQuery = queryOptions({
  queryKey: callKey(listMails),
  queryFn: async ({ signal }) => (await performCall(listMails, { signal })).mails,
})

/** It is not loaded again by itself: that would change what is being edited. */
export const mailQuery = (mail: string) =>
  queryOptions({
    queryKey: callKey(getMail, { query: { mail } }),
    queryFn: async ({ signal }) => (await performCall(getMail, { query: { mail }, signal })).mail ?? null,
  })

/** The mail with example data. @throws ApiError if it could not be sent */
export const previewQuery = (mail: string, texts: MailTexts) =>
  queryOptions({
    queryKey: [...callKey(previewMail), mail, texts],
    queryFn: ({ signal }) => performCall(previewMail, { body: { mail, ...texts }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
