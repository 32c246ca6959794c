import type { Processor, ProcessorOperation } from '@tradefront/processors/processor'
import { cardProcessors, wallets } from '@tradefront/processors/registry'
import { standardProtocol } from '@tradefront/processors/shared/standard-protocol'

import { getViolatedConstraint } from '../../../src/platform/http/errors.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import type { Attempt, DepositWithContext } from '../../../src/modules/deposits/service.ts'
import { buildTransferLines, findBalances, postEntry } from '../../../src/modules/ledger/service.ts'
import { type Action, type ActionDeps, operator, type WeightedAction } from './action-deps.ts'
import { listClaimActions, listPromoActions } from './claim-and-promo-actions.ts'
import type { DatabaseState } from './database-state.ts'
import { listClaimReferences } from './outside-payments.ts'
import { properties } from './properties.ts'
import type { SimulatedProcessors, Webhook } from './simulated-processors.ts'
import { buildCard, cardNumbers, idempotencyKeys, type SimulatedTrader, walletKeys } from './simulated-trader.ts'
import type { SimulatedServer } from './simulation-fixture.ts'
import { listRecentDeposits } from '../../../src/modules/deposits/deposit-lookup-store.ts'

/** The simulated gateway speaks the protocol of docs/processors.md only. */
const isSimulated = ({ upstream }: Processor) => upstream.protocol === standardProtocol
const simulatedCards = cardProcessors.filter(isSimulated)
const simulatedWallets = wallets.filter(isSimulated)

const stakeTime = new Date('2026-11-18T10:00:00Z')
/** Makes subjects unique. */
let stakeCount = 0

/** Draws a request of a trader, processor or operator, or background work. */
export function drawAction(deps: ActionDeps, server: SimulatedServer): Action {
  const { random, coverage, processors: simulated, startedAttempts } = deps
  const { calls } = server
  const reference = startedAttempts.size > 0 ? random.pick([...startedAttempts.keys()]) : null
  // Claims can be searched, too.
  const searched = random.chance(0.1) ? random.pick(listClaimReferences(random.pick(deps.traders).trader)) : reference
  const webhook = simulated.webhooks.length > 0 ? random.pick(simulated.webhooks) : null
  const actions: WeightedAction[] = [
    ...listTraderActions(deps, server),
    [
      1,
      'processor: return',
      async () => {
        const charge = reference === null ? undefined : simulated.charges.get(reference)
        if (charge !== undefined) await calls.handleReturn(charge.slug, charge.reference)
      },
    ],
    [
      4,
      webhook?.isDelivered === true ? 'processor: webhook again' : 'processor: webhook',
      async () => webhook && server.deliverWebhook(webhook),
    ],
    [3, 'background', () => server.runJobs()],
    ...listForgeries(deps, server, webhook),
    ...(deps.forgesWebhooks && reference !== null ? listForgedWebhooks(deps, server, reference) : []),
    ...listClaimActions(deps, server),
    ...(deps.promoCodes === null ? [] : listPromoActions(deps, server, deps.promoCodes)),
    ...(searched === null ? [] : listOperatorActions(deps, server, searched)),
  ]
  let left = random.below(actions.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, name, action] of actions) {
    left -= weight
    if (left >= 0) continue
    coverage.count(name)
    return action
  }
  throw new Error('no action')
}

/** Lists requests without the proof that they need. */
function listForgeries(
  { random, coverage, traders, recordViolations }: ActionDeps,
  { probeForgery }: SimulatedServer,
  webhook: Webhook | null,
): WeightedAction[] {
  if (probeForgery === null || webhook === null) return []
  const { trader } = random.pick(traders)
  const forge = async () => {
    coverage.markAtStake(properties.authentic)
    if (await probeForgery(trader, webhook, random)) recordViolations([properties.authentic])
  }
  return [[1, 'http: forged request', forge]]
}

/** Of who has the secret of the webhooks: what they say is not what the processor says. */
function listForgedWebhooks(
  { random, processors: simulated }: ActionDeps,
  { calls, deposits }: SimulatedServer,
  reference: string,
): WeightedAction[] {
  const charge = simulated.charges.get(reference)
  if (charge === undefined || charge.amount === 0) return []
  const { slug, amount, currency, processorReference: psp_ref } = charge
  const said = random.pick([
    { status: random.pick(['succeeded', 'chargeback'] as const), psp_ref, amount, currency },
    { status: 'declined_soft', psp_ref, reason: 'forged' },
    { status: 'cancelled' },
  ])
  const forge = async () => {
    // One about nothing waits for its deposit.
    if ((await deposits.findDepositByReference(reference)) === null) return
    const body = { event_id: `forged.${random.below(1_000_000)}`, ref: reference, charge: said }
    await calls.sendWebhook({ slug, body, isDelivered: true })
  }
  return [[3, 'processor: forged webhook', forge]]
}

function listTraderActions({ random, traders }: ActionDeps, server: SimulatedServer): WeightedAction[] {
  const { trader, browser } = random.pick(traders)
  const { calls, db } = server
  // Mostly one key is used, so that its cascade continues.
  const key = random.chance(0.7) ? trader.usualKey : random.pick([...idempotencyKeys, null])
  const after = random.pick(['card', 'processor'] as const)
  const card = buildCard(random.pick(cardNumbers), trader.country, random.chance(0.5))
  const processor = random.pick(simulatedCards)
  const wallet = random.pick(simulatedWallets)
  const walletKey = random.pick(walletKeys)
  const completing = random.pick(listProcessorsWith('complete'))
  const cancelable = random.pick(listProcessorsWith('cancel'))
  return [
    [10, 'trader: next step', () => browser.performNextStep(server, key)],
    [1, 'trader: another processor', () => browser.startAttempt(server, processor, key)],
    [1, 'trader: wallet', () => browser.startWallet(server, wallet, walletKey)],
    [1, 'trader: token or code', () => browser.completeAttempt(server, completing, key)],
    [1, 'trader: reject', () => calls.cancelAttempt(trader, cancelable)],
    [1, 'trader: another card', () => calls.saveCard(trader, card)],
    [
      1,
      'trader: cancel',
      async () => {
        const deposit = await server.findOpenDepositView(trader)
        if (deposit !== null) await calls.cancelStep(trader, deposit.id, after)
      },
    ],
    [1, 'trader: poll', () => browser.pollKnownSteps(server)],
    ...(trader.stakesCash ? [[2, 'trader: stake', () => placeStake(random, trader, server)] as const] : []),
    [
      1,
      'trader: refund',
      async () => {
        const recent = await listRecentDeposits(db, trader.id, 20)
        const offered = recent.filter(({ captures }) => captures.some(({ status }) => status === 'credited_late'))
        // The trader clicks twice.
        await Promise.all(offered.flatMap(({ id }) => [1, 2].map(() => calls.requestRefund(trader, id))))
      },
    ],
  ]
}

/** Stakes all cash or a part of it. */
async function placeStake(random: Random, { id, currency }: SimulatedTrader, { db }: SimulatedServer): Promise<void> {
  const { cash } = await findBalances(db, id, currency)
  if (cash === 0) return
  const amount = random.chance(0.5) ? cash : 1 + random.below(cash)
  stakeCount += 1
  const house = { account: 'trade_house', userId: null }
  const lines = buildTransferLines({ account: 'cash', userId: id }, house, amount, currency)
  const subject = `user:${id} ${stakeCount}`
  // The database refuses this if the money is no longer there.
  await postEntry(db, { kind: 'simulation.stake', subject, at: stakeTime, lines }).catch((error: unknown) => {
    if (getViolatedConstraint(error) !== 'ledger_balances_amount_check') throw error
  })
}

function listProcessorsWith(operation: ProcessorOperation): Processor[] {
  return simulatedCards.filter(({ calls }) => calls.some((call) => call.operation === operation))
}

function listOperatorActions(
  { random, processors: simulated }: ActionDeps,
  { deposits }: SimulatedServer,
  searched: string,
): WeightedAction[] {
  const mustCancel = random.chance(0.3)
  const withMatch = (command: (match: Match) => Promise<unknown>) => async () => {
    const match = await findMatch(deposits, searched)
    if (match !== null) await command(match)
  }
  const withCapture = (command: (match: Match, capture: Capture) => Promise<unknown>) =>
    withMatch(async (match) => {
      const capture = match.deposit.captures.find(({ attemptId }) => attemptId === match.attempt.id)
      if (capture !== undefined) await command(match, capture)
    })
  return [
    [
      1,
      'operator: ask',
      withMatch((match) => deposits.operator.requestInquiry(match, match.attempt, mustCancel, operator)),
    ],
    [1, 'operator: refund', withCapture((match, capture) => deposits.operator.refundCapture(match, capture, operator))],
    [
      1,
      'operator: accept',
      withCapture(({ attempt }, capture) => deposits.operator.acceptSuspense(attempt, capture, operator)),
    ],
    [1, 'operator: resolve', () => resolveReview(simulated, deposits, searched)],
  ]
}

type Capture = DepositWithContext['captures'][number]

type Match = { readonly deposit: DepositWithContext; readonly attempt: Attempt }

async function findMatch(deposits: SimulatedServer['deposits'], searched: string): Promise<Match | null> {
  const deposit = await deposits.findDepositByReference(searched)
  const attempt = deposit?.attempts.find(({ reference }) => reference === searched)
  return deposit === null || attempt === undefined ? null : { deposit, attempt }
}

/** Resolves a review as the processor's statement says. */
async function resolveReview(
  simulated: SimulatedProcessors,
  deposits: SimulatedServer['deposits'],
  reference: string,
): Promise<void> {
  const finding = simulated.findFinalResult(reference)
  const match = finding === null ? null : await findMatch(deposits, reference)
  if (finding !== null && match !== null) await deposits.operator.resolveReview(match, match.attempt, finding, operator)
}

export async function resolveReviews(
  { processors: simulated }: ActionDeps,
  { deposits }: SimulatedServer,
): Promise<void> {
  for (const reference of simulated.charges.keys()) await resolveReview(simulated, deposits, reference)
}

/** Asks about charges that were taken back: a report can have come before the success, or during a refund. */
export async function askAboutTakenBack(
  { processors: simulated }: ActionDeps,
  { deposits }: SimulatedServer,
): Promise<void> {
  for (const { reference, takenBackAs } of simulated.charges.values()) {
    const match = takenBackAs === null ? null : await findMatch(deposits, reference)
    if (match !== null) await deposits.operator.requestInquiry(match, match.attempt, false, operator)
  }
}

/** Requests refunds: of late successes by the trader, of suspense by an operator. */
export async function requestRefunds(
  states: readonly DatabaseState[],
  { traders }: ActionDeps,
  { calls, deposits }: SimulatedServer,
): Promise<void> {
  for (const [place, { captures }] of states.entries()) {
    for (const { attempt, deposit, status } of captures) {
      const trader = traders[place]?.trader
      if (status === 'credited_late' && trader !== undefined) await calls.requestRefund(trader, deposit)
      if (status === 'suspense') await deposits.operator.refundSuspense({ attemptId: attempt, number: 1 })
    }
  }
}
