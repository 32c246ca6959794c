import type { AppContext } from '../../context.ts'
import { hourMs } from '../../platform/clock.ts'
import { computeContentHash, sealPost, sealSubject } from './ticket-seal.ts'
import { insertPost, insertTicket } from './ticket-store.ts'

export type DemoTicket = {
  readonly subject: string
  readonly text: string
  /** The id of a priority of the setting `ticket_priorities`. */
  readonly priority: number
  readonly hoursAgo: number
}

/** Puts an open ticket of a demo trader into the queue of the desk, without the mail to support. */
export async function seedDemoTicket(
  context: AppContext,
  userId: number,
  { subject, text, priority, hoursAgo }: DemoTicket,
): Promise<void> {
  const { newId, db, clock, settings } = context
  const [department] = await settings.getSetting('ticket_departments')
  const [ticketId, postId] = [newId(), newId()]
  const at = new Date(clock.now().getTime() - hoursAgo * hourMs)
  await db.transaction().execute(async (trx) => {
    await insertTicket(trx, {
      id: ticketId,
      userId,
      sealedSubject: sealSubject(context, ticketId, subject),
      department: department?.id ?? 1,
      priority,
      reference: null,
      at,
    })
    await insertPost(trx, {
      id: postId,
      ticketId,
      userId,
      author: 'trader',
      via: 'site',
      operator: null,
      sealed: sealPost(context, postId, text),
      contentHash: computeContentHash(context, { ticketId, text }),
      messageHash: null,
      statusAfter: 1,
      refusedFiles: 0,
      at,
    })
  })
}
