import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { showToast } from '../../platform/toasts.ts'

/** Announces on all other screens that support has answered. */
export function AnswerAnnouncer({ openTicketId }: { readonly openTicketId: string | null }) {
  const t = useTranslate()
  useLiveEvent('ticket', ({ ticket }) => {
    if (!ticket.is_unread || ticket.id === openTicketId) return
    showToast({
      tone: 'info',
      text: t('profile.support_answered', { subject: ticket.subject }),
      id: `ticket-${ticket.id}`,
    })
  })
  return null
}
