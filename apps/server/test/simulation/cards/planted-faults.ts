import type { Provider, ProviderRequest } from '@tradefront/processors/protocol'

import type { ProcessorGateway, ProcessorResponse } from '../../../src/gateways/processor-gateway.ts'
import { buildTransferLines, postEntry } from '../../../src/modules/ledger/service.ts'
import { AppError } from '../../../src/platform/http/errors.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import type { PlantedFault } from '../test-simulation.ts'
import { requireProcessor } from './native-replies.ts'
import { properties, type Violation } from './properties.ts'
import type { Mutant } from './simulation-fixture.ts'
import { cardNumbers, type SimulatedTrader } from './simulated-trader.ts'

const at = new Date('2026-11-18T10:00:00Z')
/** Makes subjects of entries unique. */
let entryCount = 0

/** Sends requests to processors by `send` instead. */
const sendBy = (
  send: (provider: Provider, request: ProviderRequest, gateway: ProcessorGateway) => Promise<ProcessorResponse>,
): Mutant => ({
  gateway: (gateway) => ({ ...gateway, sendRequest: (provider, request) => send(provider, request, gateway) }),
})

/** Changes fields of the requests of one call. */
const changeRequests = (call: string, change: (body: Record<string, unknown>) => Record<string, unknown>): Mutant =>
  sendBy((provider, request, gateway) =>
    gateway.sendRequest(
      provider,
      request.call === call ? { ...request, body: { ...request.body, ...change({ ...request.body }) } } : request,
    ),
  )

/** Does more work after each webhook. */
const afterWebhooks = (work: (db: Db) => Promise<unknown>): Mutant => ({
  calls: (calls, db) => ({
    ...calls,
    sendWebhook: async (webhook) => {
      await calls.sendWebhook(webhook)
      await work(db)
    },
  }),
})

/** Moves money to or from a trader's cash, each time under another subject. */
async function postOnce(
  db: Db,
  kind: string,
  from: string,
  to: string,
  { userId, amount, currency }: { readonly userId: number; readonly amount: number; readonly currency: string },
): Promise<void> {
  entryCount += 1
  const toAccount = (account: string) => ({ account, userId: account === 'cash' ? userId : null })
  const lines = buildTransferLines(toAccount(from), toAccount(to), amount, currency)
  await postEntry(db, { kind, subject: `fault:${entryCount}`, at, lines })
}

const findAttempt = (db: Db, reference: string) =>
  db
    .selectFrom('attempts')
    .innerJoin('deposits', 'deposits.id', 'attempts.deposit_id')
    .select(['deposits.user_id as userId', 'deposits.currency', 'attempts.state'])
    .where('reference', '=', reference)
    .executeTakeFirst()

const skippedInquiry = sendBy(async (provider, request, gateway) =>
  ['status', 'cancel'].includes(request.call)
    ? { ok: true, json: { status: 'cancelled' }, status: 200 }
    : gateway.sendRequest(provider, request),
)

const lostReplyAsDecline = sendBy(async (provider, request, gateway) => {
  const response = await gateway.sendRequest(provider, request)
  if (response.ok || request.call !== 'start') return response
  const declined = {
    reference: 'x',
    depositId: 'x',
    state: 'declined_soft',
    errorClass: 'lost',
    action: null,
  } as const
  const reply = requireProcessor(provider.slug).buildStartReply({ ...declined, amount: 0, currency: 'USD' })
  return { ok: true, json: { psp_ref: null, amount: null, currency: null, redirect_url: null, reply }, status: 200 }
})

const doubleCredit: Mutant = {
  calls: (calls, db) => ({
    ...calls,
    sendWebhook: async (webhook) => {
      await calls.sendWebhook(webhook)
      const { amount, currency } = webhook.body.charge
      const attempt = amount === undefined ? undefined : await findAttempt(db, webhook.body.ref)
      if (amount === undefined || attempt === undefined || attempt.currency !== currency) return
      const clearing = `clearing:${requireProcessor(webhook.slug).name}`
      await postOnce(db, 'deposit.credited_again', clearing, 'cash', { ...attempt, amount })
    },
  }),
}

/** Credits one cent if a webhook is the first message about a success. */
const webhookReward: Mutant = {
  calls: (calls, db) => ({
    ...calls,
    sendWebhook: async (webhook) => {
      const before = await findAttempt(db, webhook.body.ref)
      await calls.sendWebhook(webhook)
      const after = await findAttempt(db, webhook.body.ref)
      if (after?.state !== 'succeeded' || before?.state === 'succeeded') return
      await postOnce(db, 'deposit.reward', 'fees', 'cash', { ...after, amount: 1 })
    },
  }),
}

const refundPerClick: Mutant = {
  calls: (calls, db) => ({
    ...calls,
    requestRefund: async (trader, depositId) => {
      await calls.requestRefund(trader, depositId)
      const captures = await db.selectFrom('captures').selectAll().where('deposit_id', '=', depositId).execute()
      const refunded = captures.find(({ status }) => status === 'refund_due' || status === 'refunded')
      if (refunded === undefined) return
      const cent = { userId: trader.id, amount: 1, currency: refunded.currency }
      await postOnce(db, 'deposit.refund_fee', 'cash', 'payout', cent)
    },
  }),
}

/** Refuses a key that another trader has used at the server. */
const sharedKeys: Mutant = {
  calls: (calls) => {
    const traders = new Map<string, SimulatedTrader['id']>()
    return {
      ...calls,
      startAttempt: async (trader, processor, payment, key) => {
        if (key !== null && (traders.get(key) ?? trader.id) !== trader.id) throw new AppError('errors.other_key_body')
        if (key !== null) traders.set(key, trader.id)
        return calls.startAttempt(trader, processor, payment, key)
      },
    }
  },
}

const claimAsReported: Mutant = {
  deposits: (deposits) => ({
    ...deposits,
    operator: {
      ...deposits.operator,
      decideClaim: async (reference, decision, operator) => {
        const reported = (await deposits.findDepositByReference(reference))?.amount ?? 0
        const accepted =
          decision.kind === 'accepted' ? { ...decision, received: Math.max(reported, decision.received) } : decision
        return deposits.operator.decideClaim(reference, accepted, operator)
      },
    },
  }),
}

const otherAmountCredited: Mutant = {
  sql: `drop trigger captures_booked on captures;
    create function credit() returns trigger language plpgsql as
      'begin if new.status = ''suspense'' then new.status := ''credited''; new.reason := null; end if; return new; end';
    create trigger credit before insert on captures for each row execute function credit()`,
}

const overwrittenSuccess = {
  sql: 'alter table attempts disable trigger user',
  ...afterWebhooks((db) =>
    db.updateTable('attempts').set({ state: 'declined_soft' }).where('state', '=', 'succeeded').execute(),
  ),
}

/** Each kind of fault in deposits that the simulation must see. */
export const plantedFaults: readonly PlantedFault<Violation, Mutant>[] = [
  ['an attempt started while an earlier one is in doubt', properties.noneWhileUndecided, skippedInquiry, 21],
  ['a forged webhook that is believed', properties.accounted, { settings: { webhook_ask_from: 1_000_000 } }, 1],
  ['a webhook credited twice', properties.ledgerBalances, doubleCredit, 1],
  ['a lost reply treated as a decline', properties.noneWhileUndecided, lostReplyAsDecline, 1],
  ['an end that depends on which message arrives first', properties.anyOrder, webhookReward, 8],
  ['a success overwritten by another message', properties.finalStays, overwrittenSuccess, 7],
  ['another amount than asked for that is credited', properties.creditedAsAsked, otherAmountCredited, 11],
  [
    'cents cut off what is asked for',
    properties.askedAsFrozen,
    changeRequests('start', ({ amount }) => ({ amount: Number(amount) - (Number(amount) % 100) })),
    2,
  ],
  ['every charge in USD', properties.askedAsFrozen, changeRequests('start', () => ({ currency: 'USD' })), 1],
  [
    'another card than that of the deposit charged',
    properties.askedAsFrozen,
    changeRequests('start', ({ card }) =>
      card === undefined ? {} : { card: { ...(card as object), number: cardNumbers[1] } },
    ),
    1,
  ],
  [
    'a refund asked for with another reference each time',
    properties.accounted,
    changeRequests('refund', () => ({ refund_ref: crypto.randomUUID() })),
    47,
  ],
  ['a refund that debits for each click', properties.ledgerBalances, refundPerClick, 40],
  ['a key that is not bound to its trader', properties.sameAnswer, sharedKeys, 7],
  ['a claim credited as reported instead of as arrived', properties.accounted, claimAsReported, 1],
  [
    'two open deposits at once, without the unique index',
    properties.oneOpen,
    { sql: 'drop index deposits_one_open' },
    13,
  ],
  [
    'a one-time promo code used twice, without the rule of the database',
    properties.promoLimits,
    { sql: 'alter table promo_codes drop constraint promo_codes_uses' },
    10,
  ],
]
