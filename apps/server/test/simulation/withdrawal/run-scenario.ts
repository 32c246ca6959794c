import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import { sql } from 'kysely'

import { minuteMs, dayMs } from '../../../src/platform/clock.ts'
import type { Database, Db } from '../../../src/platform/database/database.ts'
import type { SimulatedRun } from '../test-simulation.ts'
import { takeBackCharge } from '../../fixtures/withdrawal/take-back-charge.ts'
import { AppError, getViolatedConstraint } from '../../../src/platform/http/errors.ts'
import type { PayoutStop } from '../../../src/modules/deposits/service.ts'
import {
  buildTransferLines,
  findBalances,
  giveUpBonus,
  insertWageringRequirement,
  listOpenBonuses,
  postEntry,
} from '../../../src/modules/ledger/service.ts'
import type { Withdrawal } from '../../../src/modules/withdrawal/withdrawal.ts'
import { checkProperties } from './check-properties.ts'
import { computeExpectedFee, readSources } from './expected-fee.ts'
import type { Property } from './properties.ts'
import {
  createWithdrawalWorld,
  simulatedMethods,
  type SimulatedTrader,
  type WithdrawalMutant,
  type WithdrawalWorld,
} from './withdrawal-world.ts'

const rounds = 10
const endRounds = 10
const by = { actor: 'tester', osUser: 'tester', reason: 'simulated' }

/** Runs a scenario, which the seed determines. */
export async function runScenario(
  database: Database,
  seed: number,
  mutant: WithdrawalMutant = {},
): Promise<SimulatedRun<Property>> {
  const world = await createWithdrawalWorld(database, seed, mutant)
  const { random, scheduler, clock, servers, fake, coins } = world
  for (const trader of world.traders) scheduler.startOperation(drawRequest(world, 0, trader))
  for (let round = 0; round < rounds; round += 1) {
    for (let count = 1 + random.below(4); count > 0; count -= 1) await startOperation(world)
    // A server dies in the middle of its work.
    if (random.chance(0.25)) await scheduler.runUntilIdle(random.below(30), random.pick(servers).process)
    else await scheduler.runUntilIdle()
    await noteForgotten(world)
    if (random.chance(0.2)) fake.decidePending(random.pick(['paid', 'refused']))
    coins.moveRates()
    clock.advance(random.pick([1000, 30_000, minuteMs, 5 * minuteMs, 20 * minuteMs]))
  }
  world.stopFaults()
  fake.decidePending('paid')
  for (let round = 0; round < endRounds; round += 1) {
    const work =
      round === 0
        ? () => endWaiting(world)
        : round === 1
          ? () => servers[0].trading.closeTrades()
          : round === 2
            ? () => servers[0].withdrawal.compareEndedPayouts()
            : () => sendPayouts(world, 0)
    scheduler.startOperation(work, { server: servers[0].process })
    await scheduler.runUntilIdle()
    coins.moveRates()
    clock.advance(dayMs)
  }
  const { violations, outcomes, ends } = await checkProperties(world)
  return { violations, outcomes, log: [...scheduler.log, ...ends] }
}

async function startOperation(world: WithdrawalWorld): Promise<void> {
  const { random, scheduler, servers } = world
  const index = random.below(servers.length)
  const server = servers[index] ?? servers[0]
  const work = await drawOperation(world, index)
  const options = { server: server.process, ...(random.chance(0.1) && { crashAt: 1 + random.below(15) }) }
  scheduler.startOperation(work, options)
}

async function drawOperation(world: WithdrawalWorld, index: number): Promise<() => Promise<unknown>> {
  const { random, servers, traders } = world
  const { withdrawal: service, trading, clock, db } = servers[index] ?? servers[0]
  const trader = random.pick(traders)
  switch (random.below(17)) {
    case 0:
    case 1:
    case 2:
      return drawRequest(world, index, trader)
    case 3:
    case 4:
    case 5:
      return () => sendPayouts(world, index)
    case 6:
    case 7: {
      const found = await pickWithdrawal(world)
      // Two operators decide at the same time.
      const other = servers[1 - index]?.withdrawal ?? service
      if (found !== null && random.chance(0.3))
        world.scheduler.startOperation(() => other.operator.approveWithdrawal(found, by))
      return async () => found && service.operator.approveWithdrawal(found, by)
    }
    case 8: {
      const found = await pickWithdrawal(world)
      const way = random.below(3)
      return async () => {
        if (found === null) return
        if (way === 0) await service.cancelWithdrawal(found.userId, found.id)
        else if (way === 1) await service.operator.rejectWithdrawal(found, 'A reason.', by)
        else await service.operator.returnWithdrawal(found, 'A reason.', by)
      }
    }
    case 9:
    case 14:
      return drawDecision(world, index)
    case 10:
      return random.chance(0.7) ? drawChargeback(world, index) : () => service.compareEndedPayouts()
    case 11:
      return drawCredit(world, index, trader, random.chance(0.5))
    case 12:
      return drawRemoval(world, index)
    case 13:
      return random.chance(0.6) ? drawStake(world, index) : () => trading.closeTrades()
    default:
      return random.chance(0.5)
        ? async () => {
            // This goes through the scheduler, because it waits for locks.
            await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', trader.id).execute()
            await service.releaseVerified()
          }
        : async () => {
            const [bonus] = await listOpenBonuses(db, trader.id)
            if (bonus !== undefined) await giveUpBonus(db, trader.id, bonus.id, clock.now())
          }
  }
}

function drawRequest(world: WithdrawalWorld, index: number, trader: SimulatedTrader): () => Promise<unknown> {
  const { random, servers, confirmed } = world
  const { withdrawal: service } = servers[index] ?? servers[0]
  const unit = trader.currency === 'RUB' ? 60 : 1
  const order = {
    amount: ((1000 + random.below(30_000)) * unit) / 100,
    method: random.pick(simulatedMethods.filter((method) => method !== 'card' || trader.charges.length > 0)),
  }
  const withBonus = random.chance(0.5)
  return async () => {
    const user = { id: trader.id, currency: trader.currency, isPractice: false, verification: 'None' } as const
    const sources = await readSources(world, trader)
    const requested = await service.requestWithdrawal(user, order)
    if (!requested.ok) return
    const { id, fee } = requested.value
    // Payouts of other requests can have ended in between.
    if (JSON.stringify(await readSources(world, trader)) === JSON.stringify(sources))
      world.fees.push({ id, quoted: fee, expected: computeExpectedFee(requested.value, trader, sources) })
    const made = await service.confirmWithdrawal(user, { withBonus, id })
    if (made.ok) confirmed.push(id)
  }
}

/** A planted fault. */
const stopsNothing: PayoutStop = {
  lockPayouts: async () => ({ returned: 0, withdrawalIds: [], payoutIds: [], sentIds: [] }),
  buildStop: () => ({ parts: sql`nothing_stopped as (select 1)`, entries: sql`select null::jsonb where false` }),
  announceStop: async () => undefined,
}

/** Draws a chargeback by the bank, or a chain that loses its coins, whatever waits. */
function drawChargeback(world: WithdrawalWorld, index: number): () => Promise<unknown> {
  const { random, servers, traders } = world
  const { db, clock } = servers[index] ?? servers[0]
  const trader = random.pick(traders)
  const byCard = trader.charges.filter(({ method }) => method === 'card')
  const charge = random.pick(random.chance(0.5) ? byCard : trader.charges)
  const planted = world.stopsNothing && { payoutStop: stopsNothing }
  // Often nothing is left of the money: then the trader owes it.
  const loss = random.chance(0.4) ? drawCredit(world, index, trader, true) : null
  return async () => {
    await loss?.()
    if (await takeBackCharge({ db, clock, ...planted }, trader.id, charge))
      await noteTakenBack(world, trader.id, [charge.attemptId])
  }
}

/** Notes what had been sent to the trader by now. */
async function noteTakenBack(
  { sentBefore, scheduler }: WithdrawalWorld,
  traderId: number,
  attemptIds: readonly number[],
) {
  const sent = await scheduler.queryDatabase<{ reference: string }>(
    `select reference from payouts where user_id = $1 and reference is not null and state in ('sent', 'in_doubt', 'paid')`,
    [traderId],
  )
  const before = sentBefore.get(traderId)
  sentBefore.set(traderId, {
    takenBack: [...(before?.takenBack ?? []), ...attemptIds],
    references: new Set([...(before?.references ?? []), ...sent.map(({ reference }) => reference)]),
  })
}

/** Notes charges that were taken back by a server that died before its own note. */
async function noteForgotten(world: WithdrawalWorld): Promise<void> {
  const { traders, sentBefore, database } = world
  for (const { id, charges } of traders) {
    const noted = sentBefore.get(id)?.takenBack ?? []
    const { rows } = await database.pool.query<{ attempt_id: number }>(
      `select attempt_id from captures where attempt_id = any($1) and status = 'taken_back' and attempt_id <> all($2) order by 1`,
      [charges.map(({ attemptId }) => attemptId), noted],
    )
    if (rows.length > 0)
      await noteTakenBack(
        world,
        id,
        rows.map(({ attempt_id }) => attempt_id),
      )
  }
}

/** Draws money that arrives, of which a debt is paid, or the loss of most of the cash. */
function drawCredit(
  { random, servers }: WithdrawalWorld,
  index: number,
  { id: userId, currency }: SimulatedTrader,
  isLoss: boolean,
): () => Promise<unknown> {
  const { db, clock } = servers[index] ?? servers[0]
  const amount = 1 + random.below(3000)
  const subject = `simulation:${userId}/${clock.now().getTime()}/${random.below(1e9)}`
  const [house, own] = [
    { account: 'trade_house', userId: null },
    { account: 'cash', userId },
  ]
  return async () => {
    const { cash } = isLoss ? await findBalances(db, userId, currency) : { cash: 0 }
    const lost = cash - (amount % 100)
    if (isLoss && lost <= 0) return
    const lines = isLoss
      ? buildTransferLines(own, house, lost, currency)
      : buildTransferLines(house, own, amount, currency)
    await postEntry(db, { kind: 'test.credited', subject, at: clock.now(), lines }).catch((error: unknown) => {
      // In between, the money has left the account, or a debt has arrived.
      const constraint = getViolatedConstraint(error)
      if (constraint !== 'ledger_balances_amount_check' && constraint !== 'ledger_debt_first') throw error
    })
  }
}

/**
 * Draws a stake. While a withdrawal waits that gives bonuses up, the trader gets a new one, and stakes all cash with a part of the bonus
 * money. Otherwise money comes or goes.
 */
function drawStake(world: WithdrawalWorld, index: number): () => Promise<unknown> {
  const { random, traders, servers, createId } = world
  const { db, clock, trading } = servers[index] ?? servers[0]
  const [, trader] = traders
  const direction = random.pick(['up', 'down'] as const)
  const credit = drawCredit(world, index, random.pick(traders), random.chance(0.5))
  const id = createId()
  return async () => {
    if (trader === undefined) return
    const { id: userId, currency } = trader
    const open = await listOpenBonuses(db, userId)
    if (!open.some(({ isFrozen }) => isFrozen)) return credit()
    if (open.every(({ isFrozen }) => isFrozen))
      await grantBonus(db, { userId, currency, source: `simulation:${id}`, at: clock.now() })
    const { cash, bonus } = await findBalances(db, userId, currency)
    const stake = fromMinor(cash + Math.ceil(bonus / 2), currency)
    const order = { symbol: 'EURUSD', direction, stake, expiry: 60, price: 1, tolerance: 1 } as const
    await trading.buyTrade({ id: userId, isPractice: false }, order, id)
  }
}

type Grant = { readonly userId: number; readonly currency: Currency; readonly source: string; readonly at: Date }

async function grantBonus(db: Db, { userId, currency, source, at }: Grant): Promise<void> {
  const bonus = toThreshold(100, currency, 'down')
  const [house, own] = [
    { account: 'bonus_expense', userId: null },
    { account: 'bonus', userId },
  ]
  await db.transaction().execute(async (trx) => {
    await postEntry(trx, {
      kind: 'test.granted',
      subject: source,
      at,
      lines: buildTransferLines(house, own, bonus, currency),
    })
    const terms = { bonus, required: 30 * bonus, releaseMax: bonus }
    await insertWageringRequirement(trx, { ...terms, userId, source, depositId: null, gift: null, currency, at })
  })
}

/** Draws the removal of an account by its trader, or by another trader who must not. */
function drawRemoval({ random, traders, servers, scheduler, intrusions }: WithdrawalWorld, index: number) {
  const { withdrawal: service } = servers[index] ?? servers[0]
  const [owner, actor] = [random.pick(traders), random.pick(traders)]
  return async (): Promise<unknown> => {
    const rows = await scheduler.queryDatabase<{ id: string }>(
      `select id from withdrawal_destinations where user_id = $1 and state <> 'removed' order by method limit 1`,
      [owner.id],
    )
    const id = rows[0]?.id
    if (id === undefined) return
    const removed = await service.removeDestination(actor.id, id).catch((error: unknown) => {
      if (error instanceof AppError) return { ok: false }
      throw error
    })
    if (removed.ok && owner.id !== actor.id) intrusions.push(id)
  }
}

/** Draws a decision. An operator knows from the channel's support what has become of a payout in doubt. */
async function drawDecision(world: WithdrawalWorld, index: number): Promise<() => Promise<unknown>> {
  const { servers, fake } = world
  const { withdrawal: service } = servers[index] ?? servers[0]
  const found = await pickWithdrawal(world, 'paying')
  const payout = found?.payouts.find(({ state }) => state === 'in_doubt')
  if (found === null || payout?.reference == null) return () => sendPayouts(world, index)
  const { reference } = payout
  return async () => {
    const truth = fake.findState(reference)
    const state = world.belief ?? truth
    if (state === 'paid') await service.operator.decidePayout(found, payout, { state, sentReference: 'known' }, by)
    else if (state === 'refused') await service.operator.decidePayout(found, payout, { state, reason: 'refused' }, by)
  }
}

async function sendPayouts({ servers }: WithdrawalWorld, index: number): Promise<void> {
  const { withdrawal } = servers[index] ?? servers[0]
  await withdrawal.sendDuePayouts()
  await withdrawal.close()
}

/** Decides about all that waits for operators. */
async function endWaiting(world: WithdrawalWorld): Promise<void> {
  const { servers, random } = world
  const { operator } = servers[0].withdrawal
  for (const found of await operator.listOpenWithdrawals(1000)) {
    if (!isOwn(world, found)) continue
    const isApproved = random.chance(0.5) && (await operator.approveWithdrawal(found, by)).ok
    if (!isApproved) await operator.rejectWithdrawal(found, 'The end.', by)
  }
}

async function pickWithdrawal(world: WithdrawalWorld, state?: string): Promise<Withdrawal | null> {
  const { database, random, servers, traders } = world
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from withdrawals where user_id = any($1) and confirmed_at is not null and ended_at is null
        and ($2::text is null or state = $2) order by confirmed_at, id`,
    [traders.map(({ id }) => id), state ?? null],
  )
  if (rows.length === 0) return null
  const found = await servers[0].withdrawal.operator.findWithdrawal(random.pick(rows).id)
  return typeof found === 'string' ? null : found
}

function isOwn({ traders }: WithdrawalWorld, { userId }: Withdrawal): boolean {
  return traders.some(({ id }) => id === userId)
}
