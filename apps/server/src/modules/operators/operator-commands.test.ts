import { createHash, randomBytes, randomUUID } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { testDeskOrigin } from '../../../test/fixtures/database/test-postgres.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import {
  type AssertionFaults,
  createTestPasskey,
  type TestPasskey,
} from '../../../test/fixtures/operators/test-passkey.ts'

const origin = testDeskOrigin
const limit = 1000_00

const database = await createTestDatabase()
const server = new pg.Client({ connectionString: database.url })
const desk = new pg.Client({ connectionString: database.deskUrl })
const owner = new pg.Client({ connectionString: database.ownerUrl })

beforeAll(async () => {
  await Promise.all([server.connect(), desk.connect(), owner.connect()])
  // As outside of tests, the role of the server cannot act without a signature.
  await owner.query('delete from emergency_roles')
})

afterAll(async () => {
  await Promise.all([server.end(), desk.end(), owner.end()])
  await database.drop()
})

type Operator = { readonly id: number; readonly name: string; readonly session: Buffer; readonly passkey: TestPasskey }
type Command = { readonly id: string; readonly text: string; readonly people: number; readonly isReady: boolean }

let operatorCount = 0

/** Creates an operator who is logged in and has a passkey. `age` is that of the operator, `passkeyAge` that of the passkey. */
async function createOperator(
  roles: readonly string[],
  { age = '8 days', passkeyAge = age }: { readonly age?: string; readonly passkeyAge?: string } = {},
): Promise<Operator> {
  operatorCount += 1
  const name = `operator${operatorCount}`
  const { rows } = await owner.query<{ id: number }>(
    `insert into operators (name, roles, created_at)
     values ($1, $2, clock_timestamp() - $3::interval) returning id::int`,
    [name, roles, age],
  )
  const id = rows[0]?.id ?? 0
  const passkey = await addPasskey(id, passkeyAge)
  return { id, name, passkey, session: await openSession(id) }
}

async function addPasskey(operatorId: number, age = '8 days'): Promise<TestPasskey> {
  const passkey = createTestPasskey(origin)
  await owner.query(
    `insert into operator_passkeys (operator_id, credential_id, public_key, label, created_at)
     values ($1, $2, $3, 'Phone', clock_timestamp() - $4::interval)`,
    [operatorId, passkey.credentialId, passkey.publicKey, age],
  )
  return passkey
}

async function openSession(operatorId: number, age = '0 hours'): Promise<Buffer> {
  const secret = randomBytes(32)
  await owner.query(
    `insert into operator_sessions (hash, operator_id, with_passkey, created_at)
     values (sha256($1), $2, true, clock_timestamp() - $3::interval)`,
    [secret, operatorId, age],
  )
  return secret
}

const nextTrader = () => 1_000_000 + Math.floor(Math.random() * 1e9)
const approve = (amount: number, trader = nextTrader(), currency = 'USD') => ({ trader, amount, currency })

async function request(
  { session }: Pick<Operator, 'session'>,
  input: object,
  action = 'withdrawal.approve',
  id: string = randomUUID(),
): Promise<Command> {
  const { rows } = await desk.query<Command>(
    `select id, signed_text as text, people, ready_at is not null as "isReady"
       from request_operator_command($1, $2, $3, $4, 'as the bank said')`,
    [session, id, action, JSON.stringify(input)],
  )
  return rows[0] as Command
}

const toChallenge = (text: string) => createHash('sha256').update(text).digest()

async function sign(
  command: Command,
  { session, passkey }: Pick<Operator, 'session' | 'passkey'>,
  faults: AssertionFaults & { readonly text?: string } = {},
): Promise<Command> {
  const { text = command.text, ...others } = faults
  const { authenticatorData, clientData, signature } = passkey.sign(toChallenge(text), others)
  const { rows } = await desk.query<Command>(
    `select id, signed_text as text, people, ready_at is not null as "isReady"
       from sign_operator_command($1, $2, $3, $4, $5, $6)`,
    [session, command.id, passkey.credentialId, authenticatorData, clientData, signature],
  )
  return rows[0] as Command
}

const begin = ({ id }: Command, client = server) => client.query('select begin_operator_command($1)', [id])

const refusal = (constraint: string) => expect.objectContaining({ constraint })

describe('a command', () => {
  test('is signed by one operator up to the limit, and done once', async () => {
    const operator = await createOperator(['payments'])
    const command = await request(operator, approve(limit))
    expect(command).toMatchObject({ people: 1, isReady: false })
    expect(command.text).toBe(
      `Tradefront command 1\n${command.id}\n${operator.name}\nwithdrawal.approve\n${command.text.split('\n')[4]}\nas the bank said`,
    )
    await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
    expect(await sign(command, operator)).toMatchObject({ isReady: true })
    await begin(command)
    await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
    await expect(sign(command, operator)).rejects.toEqual(refusal('operator_commands_open'))
  })

  test('is not done by a transaction that is rolled back', async () => {
    const operator = await createOperator(['payments'])
    const command = await request(operator, approve(limit))
    await sign(command, operator)
    await server.query('begin')
    await begin(command)
    // Each part of the transaction can call it again.
    await begin(command)
    await server.query('rollback')
    await begin(command)
  })

  test('needs a second operator above the limit, in every currency', async () => {
    const [operator, second] = [await createOperator(['payments']), await createOperator(['payments'])]
    expect(await request(operator, approve(limit + 1))).toMatchObject({ people: 2 })
    expect(await request(operator, approve(60 * limit, nextTrader(), 'RUB'))).toMatchObject({ people: 1 })
    expect(await request(operator, approve(60 * limit + 1, nextTrader(), 'RUB'))).toMatchObject({ people: 2 })
    expect(await request(operator, approve(1, nextTrader(), 'BTC'))).toMatchObject({ people: 2 })
    const command = await request(operator, approve(limit + 1))
    await expect(sign(command, second)).rejects.toEqual(refusal('operator_signatures_order'))
    expect(await sign(command, operator)).toMatchObject({ isReady: false })
    await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
    expect(await sign(command, second)).toMatchObject({ isReady: true })
    await begin(command)
  })

  test('needs a second operator for what exceeds the limit within a day in parts', async () => {
    const [operator, other] = [await createOperator(['payments']), await createOperator(['payments'])]
    const trader = nextTrader()
    const first = await request(operator, approve(limit - 1, trader))
    // Both are within the limit when they are requested and signed, but only one of them when they are done.
    const second = await request(operator, approve(2))
    const third = await request(other, approve(2, trader))
    await sign(first, operator)
    await sign(second, operator)
    await sign(third, other)
    await begin(first)
    await expect(begin(second)).rejects.toEqual(refusal('operator_commands_signed'))
    await expect(begin(third)).rejects.toEqual(refusal('operator_commands_signed'))
    await sign(second, other)
    await begin(second)
    expect(await request(operator, approve(1))).toMatchObject({ people: 1 })
    // Amounts that two have signed are not counted.
    expect(await request(other, approve(limit))).toMatchObject({ people: 1 })
    await owner.query(`update operator_commands set ended_at = ended_at - interval '1 day' where id = $1`, [first.id])
    expect(await request(operator, approve(limit))).toMatchObject({ people: 1 })
  })

  test('needs a second operator for any amount on the day after the limit was changed', async () => {
    const operator = await createOperator(['payments'])
    await owner.query(`insert into settings values ('approval_limit', '5000', clock_timestamp() - interval '25 hours')`)
    expect(await request(operator, approve(5000_00))).toMatchObject({ people: 1 })
    await owner.query(`update settings set changed_at = clock_timestamp() - interval '23 hours'`)
    expect(await request(operator, approve(1))).toMatchObject({ people: 2 })
    await owner.query('delete from settings')
  })

  test('can be taken back until it is done', async () => {
    const [operator, stranger] = [await createOperator(['payments']), await createOperator(['support'])]
    const command = await request(operator, approve(limit))
    const cancel = async ({ session }: Operator) =>
      (await desk.query(`select cancel_operator_command($1, $2, 'a mistake') as done`, [session, command.id])).rows
    expect(await cancel(stranger)).toEqual([{ done: false }])
    expect(await cancel(operator)).toEqual([{ done: true }])
    await expect(sign(command, operator)).rejects.toEqual(refusal('operator_commands_open'))
  })
})

describe('one who has stolen a session', () => {
  test('signs nothing without the passkey, and with the thief’s own neither', async () => {
    const operator = await createOperator(['payments'])
    const thief = await createOperator(['support'])
    const command = await request(operator, approve(1))
    await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
    for (const [passkey, faults] of [
      [thief.passkey, {}],
      [{ ...thief.passkey, credentialId: operator.passkey.credentialId }, {}],
      [operator.passkey, { text: (await request(operator, approve(2))).text }],
      [operator.passkey, { origin: 'https://desk.example.evil.example' }],
      [operator.passkey, { origin: 'https://evil.example', host: 'evil.example' }],
      [operator.passkey, { host: 'evil.example' }],
      [operator.passkey, { type: 'webauthn.create' }],
      [operator.passkey, { flags: 1 }],
      [operator.passkey, { flags: 4 }],
    ] as const)
      await expect(
        sign(command, { session: operator.session, passkey }, faults),
        JSON.stringify(faults),
      ).rejects.toEqual(refusal('operator_signatures_valid'))
  })

  test('has no right that the operator does not have, and no second person', async () => {
    const [operator, support] = [await createOperator(['payments']), await createOperator(['support', 'admin'])]
    await expect(request(support, approve(1))).rejects.toEqual(refusal('operator_actions_right'))
    await expect(request(operator, approve(1), 'withdrawal.nothing')).rejects.toEqual(refusal('operator_actions_right'))
    const command = await request(operator, approve(limit + 1))
    await sign(command, operator)
    await expect(sign(command, support)).rejects.toEqual(refusal('operator_signatures_counts'))
    const again = { session: operator.session, passkey: await addPasskey(operator.id) }
    await expect(sign(command, again)).rejects.toEqual(refusal('operator_signatures_pkey'))
  })

  test('cannot use it after eight hours, after the log-out or for a disabled operator', async () => {
    const operator = await createOperator(['payments'])
    const old = await openSession(operator.id, '8 hours')
    await expect(request({ session: old }, approve(1))).rejects.toEqual(refusal('operator_sessions_live'))
    const closed = await openSession(operator.id)
    await desk.query('select end_operator_session($1)', [closed])
    await expect(request({ session: closed }, approve(1))).rejects.toEqual(refusal('operator_sessions_live'))
    const command = await request(operator, approve(1))
    await sign(command, operator)
    await owner.query('update operators set disabled_at = clock_timestamp() where id = $1', [operator.id])
    await expect(request(operator, approve(1))).rejects.toEqual(refusal('operator_sessions_live'))
    await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
  })
})

test('what is missing in an assertion is wrong', async () => {
  const operator = await createOperator(['payments'])
  const { authenticatorData, clientData, signature } = operator.passkey.sign(toChallenge('x'))
  const key = operator.passkey.publicKey
  const given = [key, toChallenge('x'), authenticatorData, clientData, signature]
  const check = async (values: readonly unknown[]) =>
    (await owner.query<{ right: boolean | null }>('select check_passkey($1, $2, $3, $4, $5) as right', [...values]))
      .rows[0]?.right
  expect(await check(given)).toBe(true)
  for (const place of given.keys()) expect(await check(given.with(place, null as never)), String(place)).toBe(false)
})

test('a command is not done in a transaction that does not see what others have moved', async () => {
  const operator = await createOperator(['payments'])
  const command = await request(operator, approve(1))
  await sign(command, operator)
  await server.query('begin isolation level repeatable read')
  await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
  await server.query('rollback')
  await begin(command)
})

test('a signed command is done within an hour', async () => {
  const operator = await createOperator(['payments'])
  const age = async (command: Command, minutes: number) => {
    await sign(command, operator)
    await owner.query(`update operator_commands set ready_at = ready_at - $2 * interval '1 minute' where id = $1`, [
      command.id,
      minutes,
    ])
  }
  const [late, inTime] = [await request(operator, approve(1)), await request(operator, approve(1))]
  await age(late, 61)
  await age(inTime, 59)
  await expect(begin(late)).rejects.toEqual(refusal('operator_commands_signed'))
  await begin(inTime)
})

test('a signature by a passkey that was removed since does not count', async () => {
  const operator = await createOperator(['payments'])
  const command = await request(operator, approve(1))
  await sign(command, operator)
  await owner.query('update operator_passkeys set removed_at = clock_timestamp() where operator_id = $1', [operator.id])
  await expect(begin(command)).rejects.toEqual(refusal('operator_commands_signed'))
})

describe('who is new', () => {
  test.each([
    ['operator', { age: '23 hours' }],
    ['passkey', { passkeyAge: '23 hours' }],
  ])('signs nothing for a day: a new %s', async (_what, ages) => {
    const operator = await createOperator(['payments'], ages)
    const command = await request(operator, approve(1))
    await expect(sign(command, operator)).rejects.toEqual(refusal('operator_signatures_counts'))
    const old = await createOperator(['payments'], { age: '25 hours' })
    expect(await sign(await request(old, approve(1)), old)).toMatchObject({ isReady: true })
  })
})

test('no role of a server writes what is about operators', async () => {
  const operator = await createOperator(['payments'])
  const command = await request(operator, approve(limit + 1))
  for (const statement of [
    `insert into operator_passkeys (operator_id, credential_id, public_key, label) values (${operator.id}, '\\x00', '\\x00', 'x')`,
    `insert into operator_sessions (hash, operator_id, with_passkey) values (sha256('x'), ${operator.id}, true)`,
    `select * from operator_sessions`,
    `select * from operator_passwords`,
    `select * from operator_invitations`,
    `select * from operator_challenges`,
    `insert into desk_origins (origin) values ('https://evil.example')`,
    `update operator_commands set people = 1, ready_at = now() where id = '${command.id}'`,
    `delete from operator_commands`,
    `insert into operator_signatures select * from operator_signatures`,
  ])
    await expect(server.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})
