import { useQueryClient } from '@tanstack/react-query'
import { supportCalls, type TicketView } from '@tradefront/contract/support'
import { cleanText } from '@tradefront/rules/validation/clean-text'
import { ticketStatusIds } from '@tradefront/rules/support/ticket-status'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { performCall } from '../../platform/api/perform-call.ts'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { getTicketQuery, reloadTickets } from './api.ts'
import { Composer } from './composer.tsx'
import { useReplyDraft } from './drafts.ts'
import { useDraftFiles } from './file-attacher.tsx'
import { useSubmitKey } from './use-submit-key.ts'

/** Form for a reply. A reply to a ticket that is not Open opens it, and reloads the list (spec: account 4). */
export function ReplyComposer({ ticket }: { readonly ticket: TicketView }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const queryClient = useQueryClient()
  const draft = useReplyDraft(ticket.id)
  const draftFiles = useDraftFiles(ticket.id)
  const submitKey = useSubmitKey()
  const [defaults] = useState(() => ({ content: draft.read() ?? '' }))
  const { control, message, isPending, onSubmit } = useContractForm(supportCalls.replyToTicket, {
    defaults,
    fields: { content: { error: 'support.content_empty' } },
    toBody: ({ content }) => ({
      content: cleanText(content),
      ticket: ticket.id,
      attachments: [...draftFiles.names],
    }),
    send: (body) => performCall(supportCalls.replyToTicket, { body, headers: submitKey.getHeaders(body) }),
    onSuccess: async (reply, form, sent) => {
      submitKey.forget()
      // The next message can be typed while this one is being sent.
      if (cleanText(form.getValues('content')) === sent.content) form.setValue('content', '')
      await Promise.all([draftFiles.clear(), reloadTickets(queryClient)])
      // This comes last: once a reply is shown, the next one can be sent.
      if (reply.ticket) queryClient.setQueryData(getTicketQuery(lang, ticket.id).queryKey, reply.ticket)
    },
  })
  const content = useWatch({ control, name: 'content' })
  const { write } = draft
  useEffect(() => write(content))
  const isClosed = ticket.status_id === ticketStatusIds.closed
  return (
    <Composer
      field={useFormField(control, 'content')}
      label={t('support.reply')}
      help={t(isClosed ? 'support.reply_reopen' : 'support.content_help')}
      draftFiles={draftFiles}
      message={message}
      isPending={isPending}
      onSubmit={onSubmit}
    />
  )
}
