import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { deskMailCalls } from '@tradefront/contract/desk-mails'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
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

/** Why a mail could not be sent. */
type MailProblem = { readonly problem: string }

/** The mail with example data. */
export const previewQuery = (mail: string, texts: MailTexts) =>
  queryOptions({
    queryKey: [...callKey(previewMail), mail, texts],
    queryFn: async ({ signal }): Promise<{ readonly subject: string; readonly html: string } | MailProblem> => {
      try {
        const { subject = '', html = '' } = await performCall(previewMail, { body: { mail, ...texts }, signal })
        return { subject, html }
      } catch (error) {
        if (error instanceof ApiError && error.kind === 'refused') return { problem: toErrorText(error) }
        throw error
      }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
