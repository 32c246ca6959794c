import type { Locale } from '@tradefront/texts/locales'

import type { AppContext } from '../../context.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { findUserById } from '../users/service.ts'
import { findTicket } from './ticket-store.ts'
import { toTicketItem } from './ticket-view.ts'
import type { TicketRow } from './ticket.ts'

/** Sends the ticket to the trader's browsers. */
export async function publishTicket(
  context: AppContext,
  { id, userId }: Pick<TicketRow, 'id' | 'userId'>,
): Promise<void> {
  const { db, live } = context
  const [ticket, user] = await Promise.all([findTicket(db, userId, id), findUserById(db, userId)])
  if (ticket === null || user === null) return
  await live.publish(userId, {
    type: 'ticket',
    ticket: await buildTicketItem(context, ticket, toOfferedLocale(user.language)),
  })
}

async function buildTicketItem(context: AppContext, ticket: TicketRow, locale: Locale) {
  return toTicketItem(context, ticket, { settings: await context.settings.getSettings(), locale })
}
