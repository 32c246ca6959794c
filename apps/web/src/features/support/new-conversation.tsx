import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { supportCalls, type TicketReference } from '@tradefront/contract/support'
import { maxSubjectChars } from '@tradefront/rules/support/limits'
import { deriveSubject } from '@tradefront/rules/support/subject'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { performCall } from '../../platform/api/perform-call.ts'
import type { CallReply } from '../../platform/api/request.ts'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { type FormFieldProps, useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { showToast } from '../../platform/toasts.ts'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ChoiceChips } from '../../ui/fields/choice-chips.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { getFormQuery, newTicketDraft, reloadTickets, submitRefreshMs } from './api.ts'
import { Composer } from './composer.tsx'
import { BubblesSkeleton, conversationBodyClass, ConversationFrame, ConversationHead } from './conversation-frame.tsx'
import { useTicketDraft, type TicketDraft } from './drafts.ts'
import { useDraftFiles } from './file-attacher.tsx'
import { ReferenceNote } from './reference-note.tsx'
import { useSubmitKey } from './use-submit-key.ts'

/** spec: account 9 */
const defaultDepartment = '33'
const defaultPriority = '1'

type FormChoices = CallReply<typeof supportCalls.getTicketForm>
type Priority = FormChoices['priority'][number]

/** A ticket that is not sent yet (spec: account 4, state `new`). @param topic department of the address */
export function NewConversation(props: { readonly reference: TicketReference | null; readonly topic: string | null }) {
  const t = useTranslate()
  const form = useQuery(getFormQuery(useLocaleTag()))
  return (
    // spec: account 7, `/api/ag/support_dialog`
    <ServerFragment page="support_dialog" title={t('support.new')}>
      {({ title, body }) => (
        <ConversationFrame>
          <QueryView query={form} name={title} note={t('support.contact_note')} skeleton={<BubblesSkeleton />}>
            {(choices) => <NewConversationForm title={title} intro={body} choices={choices} {...props} />}
          </QueryView>
        </ConversationFrame>
      )}
    </ServerFragment>
  )
}

function NewConversationForm(props: {
  readonly title: string
  readonly intro: ReactNode
  readonly choices: FormChoices
  readonly reference: TicketReference | null
  readonly topic: string | null
}) {
  const t = useTranslate()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { reference } = props
  const { departments, priority: priorities } = props.choices
  const draft = useTicketDraft()
  const draftFiles = useDraftFiles(newTicketDraft)
  const submitKey = useSubmitKey()
  const refreshLater = useRefreshLater(() => void reloadTickets(queryClient))
  const [defaults] = useState((): TicketDraft => {
    const kept = draft.read()
    const ids = [props.topic, kept?.departments, defaultDepartment]
    return {
      departments: pickChoice(ids, departments),
      priority: pickChoice([kept?.priority, defaultPriority], priorities),
      subject: kept?.subject ?? '',
      content: kept?.content ?? '',
    }
  })
  const getDerivedSubject = (content: string): string =>
    reference === null ? deriveSubject(content) : t(`support.subject_${reference.kind}`)
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
      subject: values.subject.trim() || getDerivedSubject(values.content),
      content: values.content.trim(),
      attachments: [...draftFiles.names],
      reference: reference ?? undefined,
    }),
    send: (body) => performCall(supportCalls.createTicket, { body, headers: submitKey.getHeaders(body) }),
    onSuccess: async (reply) => {
      submitKey.forget()
      setValue('content', '')
      setValue('subject', '')
      await Promise.all([draftFiles.reload(), reloadTickets(queryClient)])
      showToast({ tone: 'success', text: t('support.sent') })
      refreshLater()
      await navigate({ to: paths.showWith('support', reply.id ?? ''), replace: true })
    },
  })
  const subject = useFormField(control, 'subject')
  const values = useWatch({ control }) as TicketDraft
  const { write } = draft
  useEffect(() => write(values))
  const priority = priorities.find(({ id }) => String(id) === values.priority)
  usePageTitle(props.title)
  return (
    <>
      <ConversationHead title={props.title}>
        <p className="flex flex-wrap items-center gap-x-6">
          {priority !== undefined && <span>{t('support.answer_within', { hours: priority.answer_hours })}</span>}
          {priority !== undefined && priorities.length > 1 && (
            <UrgencyMenu
              priorities={priorities}
              chosen={priority}
              onChoose={({ id }) => setValue('priority', String(id))}
            />
          )}
        </p>
      </ConversationHead>
      <div className={conversationBodyClass}>
        {props.intro !== null && (
          <div className="flex max-w-[min(88%,36rem)] flex-col gap-1 self-start">
            <p className="px-1 text-13 font-medium">{t('support.team')}</p>
            <div className="rounded-card rounded-es-[3px] border border-line bg-surface px-4 py-2.5">{props.intro}</div>
          </div>
        )}
        {departments.length > 1 && (
          <ChoiceChips
            label={t('support.department')}
            choices={departments.map(({ id, title }) => ({ id: String(id), label: title }))}
            value={values.departments}
            onChange={(id) => setValue('departments', id)}
          />
        )}
        {reference !== null && (
          <ReferenceNote
            reference={reference}
            onRemove={() => void navigate({ to: paths.newTicket(), search: {}, replace: true })}
          />
        )}
      </div>
      <Composer
        field={useFormField(control, 'content')}
        label={t('support.content')}
        help={t('support.content_help')}
        draftFiles={draftFiles}
        message={message}
        isPending={isPending}
        onSubmit={onSubmit}
      >
        {(values.content.trim() !== '' || values.subject !== '') && (
          <SubjectLine field={subject} derived={getDerivedSubject(values.content)} />
        )}
      </Composer>
    </>
  )
}

/** How soon an answer is needed, with what each choice means in hours. */
function UrgencyMenu(props: {
  readonly priorities: readonly Priority[]
  readonly chosen: Priority
  readonly onChoose: (priority: Priority) => void
}) {
  const t = useTranslate()
  const { priorities, chosen, onChoose } = props
  return (
    <Menu
      label={t('support.priority')}
      placement="bottom start"
      trigger={
        <Button tone="plain" size="sm" className="-ms-3">
          {t('support.urgency', { title: chosen.title })}
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
      groups={[
        {
          id: 'priority',
          entries: priorities.map((priority) => ({
            id: String(priority.id),
            label: t('support.urgency_choice', { title: priority.title, hours: priority.answer_hours }),
            isChosen: priority.id === chosen.id,
            onAction: () => onChoose(priority),
          })),
        },
      ]}
    />
  )
}

/** Shows the derived subject while the field is empty and not edited. */
function SubjectLine({ field, derived }: { readonly field: FormFieldProps; readonly derived: string }) {
  const t = useTranslate()
  const id = useId()
  const [edited, setEdited] = useState<string | null>(null)
  const shown = field.value === '' ? derived : field.value
  return (
    <div className="border-b border-line px-3 text-13">
      <div className="flex items-center gap-1.5">
        <label htmlFor={id} className="text-muted">
          {t('support.subject')}
        </label>
        <input
          id={id}
          ref={field.inputRef}
          value={edited ?? shown}
          maxLength={maxSubjectChars}
          aria-invalid={field.error !== undefined}
          aria-describedby={field.error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => {
            setEdited(target.value)
            field.onChange(target.value)
          }}
          onBlur={() => {
            setEdited(null)
            field.onBlur()
          }}
          className="target min-w-0 flex-1 bg-transparent font-medium text-ellipsis outline-none focus-visible:underline focus-visible:decoration-accent-ink focus-visible:underline-offset-4"
        />
      </div>
      {field.error !== undefined && (
        <p id={`${id}-error`} className="pb-2 text-down">
          {field.error}
        </p>
      )}
    </div>
  )
}

/** Returns the first id that can be chosen. */
function pickChoice(ids: readonly (string | null | undefined)[], choices: readonly { readonly id: number }[]): string {
  return ids.find((id) => choices.some((choice) => String(choice.id) === id)) ?? String(choices[0]?.id ?? '')
}

/** The list is loaded again 3.5 s after a ticket was sent (spec: account 9), also if this screen was left. */
function useRefreshLater(refresh: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), submitRefreshMs)
  }
}
