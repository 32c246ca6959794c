import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TicketReference } from '@tradefront/contract/support'
import type { ReactNode } from 'react'

import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { ServerFragment } from '../../platform/server-content/server-fragment.tsx'
import { paths } from '../../routes/paths.ts'
import { ChoiceChips } from '../../ui/fields/choice-chips.tsx'
import { getFormQuery, newTicketDraft } from './api.ts'
import { Composer } from './composer.tsx'
import { BubblesSkeleton, conversationBodyClass, ConversationFrame, ConversationHead } from './conversation-frame.tsx'
import { useDraftFiles } from './file-attacher.tsx'
import { ReferenceNote } from './reference-note.tsx'
import { SubjectLine } from './subject-line.tsx'
import { UrgencyMenu } from './urgency-menu.tsx'
import { type NewTicketOptions, useNewTicketForm } from './use-new-ticket-form.ts'

/**
 * A ticket that is not sent yet (spec: account 4, state `new`).
 * @param topic department of the address
 */
export function NewConversation(props: { readonly reference: TicketReference | null; readonly topic: string | null }) {
  const t = useTranslate()
  const { reference, topic } = props
  const form = useQuery({ ...getFormQuery(useLocaleTag(), reference), placeholderData: keepPreviousData })
  // The files are kept above the form, whose end would abort the uploads.
  const draftFiles = useDraftFiles(newTicketDraft)
  return (
    // spec: account 7, `/api/ag/support_dialog`
    <ServerFragment page="support_dialog" title={t('support.new')}>
      {({ title, body }) => (
        <ConversationFrame>
          <QueryView query={form} name={title} note={t('support.contact_note')} skeleton={<BubblesSkeleton />}>
            {(choices) => {
              // A reference is confirmed unless it is another trader's, or invented.
              const isConfirmed = choices.reference?.id === reference?.id && choices.reference?.kind === reference?.kind
              const confirmed = isConfirmed ? reference : null
              return (
                <NewConversationForm
                  // The defaults of the form depend on the reference.
                  key={confirmed?.id}
                  title={title}
                  intro={body}
                  choices={choices}
                  topic={topic}
                  reference={confirmed}
                  draftFiles={draftFiles}
                />
              )
            }}
          </QueryView>
        </ConversationFrame>
      )}
    </ServerFragment>
  )
}

function NewConversationForm(
  props: NewTicketOptions & {
    readonly title: string
    readonly intro: ReactNode
  },
) {
  const t = useTranslate()
  const navigate = useNavigate()
  const { choices, reference } = props
  const form = useNewTicketForm({
    ...props,
    onSent: (id) => navigate({ to: paths.showWith('support', id), replace: true }),
  })
  const { control, values, setValue } = form
  const subject = useFormField(control, 'subject')
  const priority = choices.priority.find(({ id }) => String(id) === values.priority)
  usePageTitle(props.title)
  return (
    <>
      <ConversationHead title={props.title}>
        {priority !== undefined && (
          <p className="flex flex-wrap items-center gap-x-6">
            <span>{t('support.answer_within', { hours: priority.answer_hours })}</span>
            {choices.priority.length > 1 && (
              <UrgencyMenu
                priorities={choices.priority}
                chosen={priority}
                onChoose={({ id }) => setValue('priority', String(id))}
              />
            )}
          </p>
        )}
      </ConversationHead>
      <div className={conversationBodyClass}>
        {props.intro !== null && <TeamBubble>{props.intro}</TeamBubble>}
        {choices.departments.length > 1 && (
          <ChoiceChips
            label={t('support.department')}
            choices={choices.departments.map(({ id, title }) => ({ id: String(id), label: title }))}
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
        draftFiles={props.draftFiles}
        message={form.message}
        isPending={form.isPending}
        onSubmit={form.onSubmit}
      >
        {(values.content.trim() !== '' || values.subject !== '') && (
          <SubjectLine field={subject} derived={form.derivedSubject} />
        )}
      </Composer>
    </>
  )
}

/** Words of support before the first message. */
function TeamBubble({ children }: { readonly children: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="flex max-w-[min(88%,36rem)] flex-col gap-1 self-start">
      <p className="px-1 text-13 font-medium">{t('support.team')}</p>
      <div className="rounded-card rounded-es-[3px] border border-line bg-surface px-4 py-2.5">{children}</div>
    </div>
  )
}
