import { useNavigate } from '@tanstack/react-router'

import { parseReference } from '../../features/support/api.ts'
import { SupportHome } from '../../features/support/support-home.tsx'
import { TicketPage } from '../../features/support/ticket-page.tsx'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { paths } from '../paths.ts'
import type { ScreenProps } from '../screen-routes.tsx'

/** `?deposit=…` and the like open the dialog for a new ticket about it. */
export function SupportScreen({ ticket, search }: ScreenProps & { readonly ticket?: string }) {
  const navigate = useNavigate()
  if (ticket !== undefined) return <TicketPage key={ticket} id={ticket} />
  const reference = parseReference(search)
  return (
    <SupportHome
      key={reference?.id ?? ''}
      intro={<ScreenIntro page="support" />}
      reference={reference}
      onDialogClosed={() => {
        if (reference !== null) void navigate({ to: paths.show('support'), search: {}, replace: true })
      }}
      onOpenTicket={(id) => void navigate({ to: paths.showWith('support', id) })}
    />
  )
}
