import { createLedgerService, transfer } from '../../ledger/service.ts'
import type { Planted } from './run.ts'

/** Calls an attempt off without asking its processor: the next one starts while it is in doubt. */
export const startedInDoubt: Planted = {
  gateway: (gateway) => ({
    ...gateway,
    ask: async (request) =>
      /\/(?:status|cancel)$/.test(request.path) ? { ok: true, json: { status: 'cancelled' } } : gateway.ask(request),
  }),
}

/** Takes no answer for a soft decline. */
export const lostReplyIsDecline: Planted = {
  gateway: (gateway) => ({
    ...gateway,
    ask: async (request) => {
      const answer = await gateway.ask(request)
      if (answer.ok || !request.path.endsWith('/start')) return answer
      const reply = request.path.startsWith('/concept/') ? { status: 'DECLINED' } : { status: 'failed' }
      return { ok: true, json: { psp_ref: null, amount: null, currency: null, redirect_url: null, reply } }
    },
  }),
}

/** Books a success each time it is told. */
export const creditedTwice: Planted = {
  receive: (receive, db) => async (slug, event, body) => {
    await receive(slug, event, body)
    if (event.charge.status !== 'succeeded') return
    const row = await db
      .selectFrom('attempts')
      .innerJoin('deposits', 'deposits.id', 'attempts.deposit_id')
      .select('deposits.user_id')
      .where('our_ref', '=', event.ref)
      .executeTakeFirst()
    if (row === undefined) return
    const { amountMinor, currency } = event.charge
    const cash = { account: 'cash', userId: row.user_id }
    const lines = transfer({ account: `clearing:${slug}`, userId: null }, cash, amountMinor, currency)
    await createLedgerService(db).post({
      kind: 'card.credited_again',
      subject: event.eventId,
      at: new Date('2026-11-18T10:00:00Z'),
      lines,
    })
  },
}
