import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { parseReference, parseTopic } from '../../features/support/api.ts'
import { NewConversation } from '../../features/support/new-conversation.tsx'
import { SupportDesk } from '../../features/support/support-desk.tsx'
import { SupportWelcome } from '../../features/support/support-welcome.tsx'
import { TicketPage } from '../../features/support/ticket-page.tsx'
import type { ScreenProps } from '../screen-routes.tsx'

/** spec: account 4. `new` with `?deposit=…` and the like is a new ticket about it. */
export function SupportScreen({ ticket, search }: ScreenProps & { readonly ticket?: string }) {
  return (
    <SupportDesk intro={<ScreenIntro page="support" />} isConversation={ticket !== undefined}>
      {ticket === undefined ? (
        <SupportWelcome />
      ) : ticket === 'new' ? (
        <NewConversation reference={parseReference(search)} topic={parseTopic(search)} />
      ) : (
        <TicketPage key={ticket} id={ticket} />
      )}
    </SupportDesk>
  )
}
