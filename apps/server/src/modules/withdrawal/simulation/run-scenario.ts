import { minuteMs, dayMs } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { SimulatedRun } from '../../../testing/simulation/test-simulation.ts'
import { createRandom } from '../../../testing/seeded-random.ts'
import type { Withdrawal } from '../withdrawal.ts'
import { checkProperties } from './check-properties.ts'
import type { Property } from './properties.ts'
import { createWithdrawalWorld, type WithdrawalMutant, type WithdrawalWorld } from './withdrawal-world.ts'

const rounds = 10
const endRounds = 10
const by = { actor: 'tester', osUser: 'tester', reason: 'simulated' }

/** The seed determines everything. */
export async function runScenario(
  database: Database,
  seed: number,
  mutant: WithdrawalMutant = {},
): Promise<SimulatedRun<Property>> {
  const random = createRandom(seed)
  const world = await createWithdrawalWorld(database, random, mutant)
  const { scheduler, clock, servers, fake } = world
  for (let round = 0; round < rounds; round += 1) {
    for (let count = 1 + random.below(4); count > 0; count -= 1) await startOperation(world)
    // A server dies in the middle of its work.
    if (random.chance(0.25)) await scheduler.runUntilIdle(random.below(30), random.pick(servers).process)
    else await scheduler.runUntilIdle()
    if (random.chance(0.2)) fake.decidePending(random.pick(['paid', 'refused']))
    clock.advance(random.pick([1000, 30_000, minuteMs, 5 * minuteMs, 20 * minuteMs]))
  }
  world.stopFaults()
  fake.decidePending('paid')
  for (let round = 0; round < endRounds; round += 1) {
    const work = round === 0 ? () => endWaiting(world) : () => sendPayouts(world, 0)
    scheduler.startOperation(work, { server: servers[0].process })
    await scheduler.runUntilIdle()
    clock.advance(dayMs)
  }
  return checkProperties(world)
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
  const { withdrawal: service, ledger, clock } = servers[index] ?? servers[0]
  const trader = random.pick(traders)
  switch (random.below(11)) {
    case 0:
    case 1:
    case 2:
      return drawRequest(world, index)
    case 3:
    case 4:
    case 5:
      return () => sendPayouts(world, index)
    case 6:
    case 7: {
      const found = await pickWithdrawal(world)
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
      return drawDecision(world, index)
    default:
      return random.chance(0.5)
        ? async () => {
            await world.database.pool.query(`update users set verification = 'Full' where id = ${trader.id}`)
            await service.releaseVerified()
          }
        : async () => {
            const [bonus] = await ledger.bonuses.listOpenBonuses(trader.id)
            if (bonus !== undefined) await ledger.bonuses.giveUpBonus(trader.id, bonus.id, clock.now())
          }
  }
}

function drawRequest(world: WithdrawalWorld, index: number): () => Promise<unknown> {
  const { random, servers, traders, confirmed } = world
  const { withdrawal: service } = servers[index] ?? servers[0]
  const trader = random.pick(traders)
  const order = { amount: 10 + random.below(30_000) / 100, method: random.pick(['card', 'bank', 'bitcoin']) }
  const withBonus = random.chance(0.5)
  return async () => {
    const user = { id: trader.id, currency: 'USD', practice: false, verification: 'None' } as const
    const requested = await service.requestWithdrawal(user, order)
    if (!requested.ok) return
    const { id } = requested.value
    const made = await service.confirmWithdrawal(user, { withBonus, id })
    if (made.ok) confirmed.push(id)
  }
}

/** An operator knows from the channel's support what has become of a payout in doubt. */
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

async function endWaiting(world: WithdrawalWorld): Promise<void> {
  const { withdrawal } = world.servers[0]
  for (const found of await withdrawal.operator.listOpenWithdrawals(1000))
    if (isOwn(world, found)) await withdrawal.operator.rejectWithdrawal(found, 'The end.', by)
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
