import { requireProcessor } from './native-replies.ts'
import { buildTransferLines, postEntry } from '../../../src/modules/ledger/service.ts'
import type { Mutant } from './simulation-fixture.ts'

/** The next attempt starts while an earlier one is in doubt. */
export const skippedInquiryMutant: Mutant = {
  gateway: (gateway) => ({
    ...gateway,
    sendRequest: async (request) =>
      /\/(?:status|cancel)$/.test(request.path)
        ? { ok: true, json: { status: 'cancelled' } }
        : gateway.sendRequest(request),
  }),
}

export const lostReplyAsDeclineMutant: Mutant = {
  gateway: (gateway) => ({
    ...gateway,
    sendRequest: async (request) => {
      const response = await gateway.sendRequest(request)
      if (response.ok || !request.path.endsWith('/start')) return response
      const [, slug = ''] = request.path.split('/')
      const declined = {
        reference: 'x',
        depositId: 'x',
        state: 'declined_soft',
        errorClass: 'lost',
        action: null,
      } as const
      const reply = requireProcessor(slug).buildStartReply({ ...declined, amount: 0, currency: 'USD' })
      return { ok: true, json: { psp_ref: null, amount: null, currency: null, redirect_url: null, reply } }
    },
  }),
}

let entryCount = 0

/** Credits a success again for each webhook. */
export const doubleCreditMutant: Mutant = {
  receiveWebhook: (receive, db) => async (event) => {
    await receive(event)
    const { result, processorSlug } = event
    if (result?.money === undefined) return
    const row = await db
      .selectFrom('attempts')
      .innerJoin('deposits', 'deposits.id', 'attempts.deposit_id')
      .select(['deposits.user_id', 'deposits.currency'])
      .where('reference', '=', event.reference)
      .executeTakeFirst()
    const { amount, currency } = result.money
    if (row?.currency !== currency) return
    const cash = { account: 'cash', userId: row.user_id }
    const clearing = { account: `clearing:${requireProcessor(processorSlug).name}`, userId: null }
    const lines = buildTransferLines(clearing, cash, amount, currency)
    entryCount += 1
    await postEntry(db, {
      kind: 'deposit.credited_again',
      subject: `${event.eventId} ${entryCount}`,
      at: new Date('2026-11-18T10:00:00Z'),
      lines,
    })
  },
}

/** Credits one cent if a webhook is the first message about a success. */
export const webhookRewardMutant: Mutant = {
  receiveWebhook: (receive, db) => async (event) => {
    const findAttempt = () =>
      db
        .selectFrom('attempts')
        .innerJoin('deposits', 'deposits.id', 'attempts.deposit_id')
        .select(['deposits.user_id', 'deposits.currency', 'attempts.state', 'attempts.id'])
        .where('reference', '=', event.reference)
        .executeTakeFirst()
    const before = await findAttempt()
    await receive(event)
    const after = await findAttempt()
    if (after?.state !== 'succeeded' || before?.state === 'succeeded') return
    entryCount += 1
    const lines = buildTransferLines(
      { account: 'fees', userId: null },
      { account: 'cash', userId: after.user_id },
      1,
      after.currency,
    )
    const at = new Date('2026-11-18T10:00:00Z')
    await postEntry(db, {
      kind: 'deposit.reward',
      subject: `attempt:${after.id} ${entryCount}`,
      at,
      lines,
    })
  },
}
