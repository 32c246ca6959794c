import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TicketReference } from '@tradefront/contract/support'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { showToast } from '../../platform/toasts.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { getFormQuery, reloadTickets, submitRefreshMs, supportInitQuery } from './api.ts'
import { MailSwitches } from './mail-switches.tsx'
import { NewTicketDialog } from './new-ticket-dialog.tsx'
import { TicketList } from './ticket-list.tsx'

/** The list of tickets, and the dialog for a new one (spec: account 2). */
export function SupportHome(props: {
  readonly intro: ReactNode
  /** Opens the dialog with it. */
  readonly reference: TicketReference | null
  readonly onDialogClosed: () => void
  readonly onOpenTicket: (id: string) => void
}) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [isWriting, setIsWriting] = useState(props.reference !== null)
  const init = useQuery(supportInitQuery)
  const hours = useQuery(getFormQuery(useLocaleTag())).data?.priority[0]?.answer_hours
  const refreshLater = useRefreshLater(() => void reloadTickets(queryClient))
  useLiveEvent('ticket', () => void reloadTickets(queryClient))
  useLiveEvent('refresh', () => void reloadTickets(queryClient))
  const closeDialog = (): void => {
    setIsWriting(false)
    props.onDialogClosed()
  }
  const writeButton = (
    <Button tone="primary" onPress={() => setIsWriting(true)}>
      <Plus size={18} aria-hidden />
      {t('support.new')}
    </Button>
  )
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <ScreenTitle aside={writeButton} lead={props.intro}>
        {t('support.title')}
      </ScreenTitle>
      <QueryView query={init} name={t('support.title')} note={t('support.contact_note')} skeleton={null}>
        {() => null}
      </QueryView>
      <TicketList
        action={null}
        emptyText={hours === undefined ? t('support.list_empty_text_plain') : t('support.list_empty_text', { hours })}
      />
      <MailSwitches />
      {isWriting && (
        <NewTicketDialog
          reference={props.reference}
          onClose={closeDialog}
          onSent={(id) => {
            closeDialog()
            showToast({ tone: 'success', text: t('support.sent') })
            refreshLater()
            props.onOpenTicket(id)
          }}
        />
      )}
    </div>
  )
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
