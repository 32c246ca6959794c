import { useQuery, useQueryClient } from '@tanstack/react-query'
import { supportCalls, type TicketReference } from '@tradefront/contract/support'
import { maxPostChars, maxSubjectChars } from '@tradefront/rules/support/limits'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { performCall } from '../../platform/api/perform-call.ts'
import type { CallReply } from '../../platform/api/request.ts'
import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { getFormQuery, newTicketDraft, reloadTickets } from './api.ts'
import { useTicketDraft, type TicketDraft } from './drafts.ts'
import { FileAttacher, useDraftFiles } from './file-attacher.tsx'
import { ReferenceNote } from './reference-note.tsx'
import { useSubmitKey } from './use-submit-key.ts'

/** spec: account 9 */
const defaultDepartment = '33'
const defaultPriority = '1'

type FormChoices = CallReply<typeof supportCalls.getTicketForm>

/** spec: account 2, `/api/ag/support_dialog` in account 7 */
export function NewTicketDialog(props: {
  readonly reference: TicketReference | null
  readonly onClose: () => void
  readonly onSent: (id: string) => void
}) {
  const t = useTranslate()
  const form = useQuery(getFormQuery(useLocaleTag()))
  return (
    <ServerFragment page="support_dialog" title={t('support.new')}>
      {({ title, body }) => (
        <Dialog title={title} isOpen onClose={props.onClose} closeLabel={t('shell.close')}>
          {body}
          <QueryView query={form} name={t('support.new')} skeleton={<Skeleton className="h-80" />}>
            {(choices) => <NewTicketForm choices={choices} {...props} />}
          </QueryView>
        </Dialog>
      )}
    </ServerFragment>
  )
}

function NewTicketForm(props: {
  readonly choices: FormChoices
  readonly reference: TicketReference | null
  readonly onClose: () => void
  readonly onSent: (id: string) => void
}) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { departments, priority: priorities } = props.choices
  const [reference, setReference] = useState(props.reference)
  const draft = useTicketDraft()
  const draftFiles = useDraftFiles(newTicketDraft)
  const submitKey = useSubmitKey()
  const [defaults] = useState((): TicketDraft => {
    const kept = draft.read()
    const subject = props.reference === null ? '' : t(`support.subject_${props.reference.kind}`)
    return {
      departments: pickChoice(kept?.departments, departments) ?? pickChoice(defaultDepartment, departments) ?? '',
      priority: pickChoice(kept?.priority, priorities) ?? pickChoice(defaultPriority, priorities) ?? '',
      subject: kept?.subject || subject,
      content: kept?.content ?? '',
    }
  })
  const { control, message, isPending, onSubmit, setValue } = useContractForm(supportCalls.createTicket, {
    defaults,
    fields: {
      departments: { error: 'errors.field_invalid' },
      priority: { error: 'errors.field_invalid' },
      subject: { error: 'support.subject_empty' },
      content: { error: 'support.content_empty' },
    },
    toBody: (values) => ({
      departments: Number(values.departments),
      priority: Number(values.priority),
      subject: values.subject.trim(),
      content: values.content.trim(),
      attachments: [...draftFiles.names],
      reference: reference ?? undefined,
    }),
    send: (body) => performCall(supportCalls.createTicket, { body, headers: submitKey.getHeaders(body) }),
    onSuccess: async (reply) => {
      submitKey.forget()
      draft.remove()
      await Promise.all([draftFiles.reload(), reloadTickets(queryClient)])
      props.onSent(reply.id ?? '')
    },
  })
  const values = useWatch({ control }) as TicketDraft
  const { write } = draft
  // A draft is kept when something was written.
  useEffect(() => {
    if (values.content !== '' || values.subject !== defaults.subject) write(values)
  })
  const answerHours = priorities.find(({ id }) => String(id) === values.priority)?.answer_hours
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <FormBanner message={message} />
      {reference !== null && <ReferenceNote reference={reference} onRemove={() => setReference(null)} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('support.department')}
          value={values.departments}
          options={departments.map(({ id, title }) => ({ id: String(id), label: title }))}
          onChange={(id) => setValue('departments', id)}
        />
        <Select
          label={t('support.priority')}
          help={answerHours === undefined ? '' : t('support.answer_within', { hours: answerHours })}
          value={values.priority}
          options={priorities.map(({ id, title }) => ({ id: String(id), label: title }))}
          onChange={(id) => setValue('priority', id)}
        />
      </div>
      <TextField
        {...useFormField(control, 'subject')}
        label={t('support.subject')}
        maxLength={maxSubjectChars}
        isRequired
      />
      <TextArea
        {...useFormField(control, 'content')}
        label={t('support.content')}
        help={t('support.content_help')}
        rows={6}
        maxLength={maxPostChars}
        isRequired
      />
      <FileAttacher draftFiles={draftFiles} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onPress={props.onClose}>{t('support.cancel')}</Button>
        <Button type="submit" tone="primary" isPending={isPending} isDisabled={draftFiles.isUploading}>
          {t('support.send_ticket')}
        </Button>
      </div>
    </form>
  )
}

function pickChoice(id: string | undefined, choices: readonly { readonly id: number }[]): string | undefined {
  return choices.some((choice) => String(choice.id) === id) ? id : undefined
}
