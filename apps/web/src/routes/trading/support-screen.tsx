import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { getFormQuery, getTicketsQuery, parseReference, parseTopic } from '../../features/support/api.ts'
import { NewConversation } from '../../features/support/new-conversation.tsx'
import { SupportDesk } from '../../features/support/support-desk.tsx'
import { SupportWelcome } from '../../features/support/support-welcome.tsx'
import { TicketPage } from '../../features/support/ticket-page.tsx'
import { queryClient } from '../../platform/api/query-client.ts'
import { getLocale } from '../../platform/i18n/i18n.ts'
import { waitBriefly } from '../../platform/query/wait-briefly.ts'
import { getPageQuery } from '../../platform/server-content/page-query.ts'
import type { ScreenProps } from './define-screen.ts'

/** Loads the introduction, and at the start of support its topics and the list over them. */
export async function preloadSupport(ticket: string | undefined): Promise<void> {
  if (ticket !== undefined && ticket !== 'new') return
  const language = getLocale()
  const loadPage = (area: 'pg' | 'ag', page: string) => queryClient.ensureQueryData(getPageQuery(area, page, language))
  if (ticket === 'new') return waitBriefly(loadPage('ag', 'support_dialog'))
  await waitBriefly(
    loadPage('pg', 'support'),
    queryClient.ensureQueryData(getFormQuery(language)),
    queryClient.ensureInfiniteQueryData(getTicketsQuery(language)),
  )
}

/** spec: account 4. `new` with `?deposit=…` and the like is a new ticket about that. */
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
