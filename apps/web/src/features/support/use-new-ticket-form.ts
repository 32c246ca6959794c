import { useQueryClient } from '@tanstack/react-query'
import { newTicketDefaults, supportCalls, type TicketReference } from '@tradefront/contract/support'
import { cleanText } from '@tradefront/rules/validation/clean-text'
import { deriveSubject } from '@tradefront/rules/support/subject'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'

import { performCall } from '../../platform/api/perform-call.ts'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { findDefaultPriority, reloadTickets, type TicketChoices } from './api.ts'
import { type TicketDraft, type TicketValues, useTicketDraft } from './drafts.ts'
import type { useDraftFiles } from './file-attacher.tsx'
import { useSubmitKey } from './use-submit-key.ts'

export type NewTicketOptions = {
  readonly choices: TicketChoices
  readonly reference: TicketReference | null
  /** Department of the address. */
  readonly topic: string | null
  readonly draftFiles: ReturnType<typeof useDraftFiles>
}

/**
 * Form of a new ticket. Values and files are kept as a draft until they are sent.
 * @param onSent gets the id of the ticket
 */
export function useNewTicketForm(options: NewTicketOptions & { readonly onSent: (id: string) => unknown }) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { reference, draftFiles } = options
  const draft = useTicketDraft()
  const submitKey = useSubmitKey()
  const refreshLater = useRefreshLater(() => void reloadTickets(queryClient))
  const [defaults] = useState(() => pickDefaults(options, draft.read()))
  const getDerivedSubject = (content: string): string =>
    // A preview language marks the direction of its English texts.
    cleanText(reference === null ? deriveSubject(cleanText(content)) : t(`support.subject_${reference.kind}`))
  const form = useContractForm(supportCalls.createTicket, {
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
      subject: cleanText(values.subject) || getDerivedSubject(values.content),
      content: cleanText(values.content),
      attachments: [...draftFiles.names],
      reference: reference ?? undefined,
    }),
    send: (body) => performCall(supportCalls.createTicket, { body, headers: submitKey.getHeaders(body) }),
    onSuccess: async (reply, { getValues, setValue }, sent) => {
      submitKey.forget()
      // The next message can be typed while this one is being sent.
      for (const name of ['content', 'subject'] as const)
        if (cleanText(getValues(name)) === sent[name]) setValue(name, '')
      await Promise.all([draftFiles.clear(), reloadTickets(queryClient)])
      refreshLater()
      await options.onSent(reply.id ?? '')
    },
  })
  const values = useWatch({ control: form.control }) as TicketValues
  const { write } = draft
  useEffect(() => write({ ...values, about: reference?.id ?? null }))
  return { ...form, values, derivedSubject: getDerivedSubject(values.content) }
}

/** Picks the first values of the form. A department that was chosen for this reference stays chosen. */
function pickDefaults({ choices, reference, topic }: NewTicketOptions, kept: TicketDraft | null): TicketValues {
  const chosen = kept?.about === reference?.id ? kept?.departments : undefined
  const responsible = choices.departments.find(({ about }) => reference !== null && about.includes(reference.kind))
  const departments = [topic, chosen, responsible?.id, kept?.departments, newTicketDefaults.departments]
  return {
    departments: pickChoice(departments, choices.departments),
    priority: pickChoice([kept?.priority, findDefaultPriority(choices)?.id], choices.priority),
    subject: kept?.subject ?? '',
    content: kept?.content ?? '',
  }
}

/** Returns the first id that can be chosen. */
function pickChoice(
  ids: readonly (string | number | null | undefined)[],
  choices: readonly { readonly id: number }[],
): string {
  return String(ids.find((id) => choices.some((choice) => String(choice.id) === String(id))) ?? choices[0]?.id ?? '')
}

/** spec: account 9 */
const submitRefreshMs = 3500

/** Loads the list again 3.5 s after a ticket was sent (spec: account 9), also if this screen was left. */
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
