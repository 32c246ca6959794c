import { createHash, randomBytes } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { testDeskOrigin } from '../../../test/fixtures/database/test-postgres.ts'
import { computeCode } from '../../../test/fixtures/operators/desk-fixture.ts'
import { createTestPasskey, type TestPasskey } from '../../../test/fixtures/operators/test-passkey.ts'

const database = await createTestDatabase()
/** Connects with the role of the desk. */
const desk = new pg.Client({ connectionString: database.deskUrl })
const owner = new pg.Client({ connectionString: database.ownerUrl })

beforeAll(() => Promise.all([desk.connect(), owner.connect()]))
afterAll(async () => {
  await Promise.all([desk.end(), owner.end()])
  await database.drop()
})

const password = 'a password of the tests'
let count = 0

async function invite(): Promise<{ id: number; name: string; invitation: Buffer }> {
  count += 1
  const [name, invitation] = [`invited${count}`, randomBytes(32)]
  const { rows } = await owner.query<{ id: number }>(
    `with added as (insert into operators (name, roles, created_at)
                    values ($1, '{payments}', clock_timestamp()) returning id),
          invited as (insert into operator_invitations (hash, operator_id) select sha256($2), id from added)
     select id::int from added`,
    [name, invitation],
  )
  return { id: rows[0]?.id ?? 0, name, invitation }
}

const select = async (call: string, values: readonly unknown[]) =>
  (await desk.query<{ result: unknown }>(`select ${call} as result`, [...values])).rows[0]?.result

const accept = (invitation: Buffer, key: Buffer, secret: Buffer, code = computeCode(key), chosen = password) =>
  select('accept_operator_invitation($1, $2, $3, $4, $5)', [invitation, chosen, key, code, secret])

const logIn = (name: string, code: string, secret = randomBytes(32), given = password) =>
  select('open_operator_session_by_password($1, $2, $3, $4)', [name, given, code, secret])

async function createOperator() {
  const { id, name, invitation } = await invite()
  const [key, secret] = [randomBytes(20), randomBytes(32)]
  await accept(invitation, key, secret)
  return { id, name, key, secret }
}

const findName = async (secret: Buffer) =>
  (await owner.query<{ name: string }>('select name from find_session_operator($1)', [secret])).rows[0]?.name

describe('an invitation', () => {
  test('opens one session, with a password of 12 characters and a code that proves the key', async () => {
    const { name, invitation } = await invite()
    const [key, secret] = [randomBytes(20), randomBytes(32)]
    expect(await accept(invitation, key, secret, '000000')).toBe(false)
    expect(await accept(invitation, key, secret, computeCode(randomBytes(20)))).toBe(false)
    expect(await accept(invitation, key, secret, computeCode(key), 'elevenchars')).toBe(false)
    expect(await accept(randomBytes(32), key, secret)).toBe(false)
    expect(await findName(secret)).toBeUndefined()
    expect(await accept(invitation, key, secret)).toBe(true)
    expect(await findName(secret)).toBe(name)
    expect(await accept(invitation, key, randomBytes(32))).toBe(false)
  })

  test.each([
    ['three days', `update operator_invitations set created_at = clock_timestamp() - interval '73 hours'`],
    ['the end of its operator', `update operators set disabled_at = clock_timestamp()`],
  ])('is worth nothing after %s', async (_what, change) => {
    const { invitation } = await invite()
    await owner.query('begin')
    await owner.query(change)
    await owner.query('commit')
    expect(await accept(invitation, randomBytes(20), randomBytes(32))).toBe(false)
    await owner.query('update operators set disabled_at = null')
  })
})

describe('a log-in with a password', () => {
  test('needs name, password and the code of now, of the step before or of the next one, each code once', async () => {
    const { name, key } = await createOperator()
    expect(await logIn(name, computeCode(key), randomBytes(32), 'another password')).toBe(false)
    expect(await logIn('nobody', computeCode(key))).toBe(false)
    expect(await logIn(name, computeCode(key, -3))).toBe(false)
    expect(await logIn(name, computeCode(key, 3))).toBe(false)
    const [secret, code] = [randomBytes(32), computeCode(key)]
    expect(await logIn(name, code, secret)).toBe(true)
    expect(await findName(secret)).toBe(name)
    // A person who watched the log-in has seen the code.
    expect(await logIn(name, code)).toBe(false)
  })

  test('is closed for 15 minutes by five wrong ones, also with the right password', async () => {
    const { name, key } = await createOperator()
    for (let tries = 0; tries < 5; tries += 1) expect(await logIn(name, '000000')).toBe(false)
    await expect(logIn(name, computeCode(key))).rejects.toMatchObject({ constraint: 'operator_login_failures_many' })
    await owner.query(
      `update operator_login_failures set at = at - interval '15 minutes' where name_hash = sha256($1::text::bytea)`,
      [name],
    )
    expect(await logIn(name, computeCode(key))).toBe(true)
  })

  test('is closed in the same way for a name that no operator has', async () => {
    const tries = Array.from({ length: 8 }, () => logIn('somebody', '000000'))
    const ends = await Promise.allSettled(tries)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { constraint: 'operator_login_failures_many' },
    })
  })

  test('opens nothing for a disabled operator', async () => {
    const { id, name, key, secret } = await createOperator()
    await owner.query('update operators set disabled_at = clock_timestamp() where id = $1', [id])
    expect(await logIn(name, computeCode(key))).toBe(false)
    expect(await findName(secret)).toBeUndefined()
  })
})

describe('a passkey', () => {
  const add = (
    secret: Buffer,
    passkey: TestPasskey,
    signedBy: TestPasskey | null = null,
    challenge = passkey.publicKey,
  ) => {
    const hash = createHash('sha256').update(challenge).digest()
    const made = signedBy?.sign(hash)
    return select('enrol_operator_passkey($1, $2, $3, $4, $5, $6, $7, $8)', [
      secret,
      passkey.credentialId,
      passkey.publicKey,
      'Phone',
      signedBy?.credentialId,
      made?.authenticatorData,
      made?.clientData,
      made?.signature,
    ])
  }

  test('is added in a session, each further one signed by one that is there', async () => {
    const { secret } = await createOperator()
    const [first, second, third] = [1, 2, 3].map(() => createTestPasskey(testDeskOrigin)) as [
      TestPasskey,
      TestPasskey,
      TestPasskey,
    ]
    const refused = { constraint: 'operator_signatures_valid' }
    await expect(add(randomBytes(32), first)).rejects.toMatchObject({ constraint: 'operator_sessions_live' })
    await add(secret, first)
    await expect(add(secret, second)).rejects.toMatchObject(refused)
    await expect(add(secret, second, second)).rejects.toMatchObject(refused)
    await expect(add(secret, second, first, third.publicKey)).rejects.toMatchObject(refused)
    await add(secret, second, first)
    // A passkey of another operator cannot sign it.
    const other = await createOperator()
    await add(other.secret, third)
    await expect(add(secret, createTestPasskey(testDeskOrigin), third)).rejects.toMatchObject(refused)
    await expect(add(secret, third, first)).rejects.toMatchObject({ constraint: 'operator_passkeys_credential_id_key' })
  })

  test('opens a session, and the desk sees from when on it signs', async () => {
    const { id, secret } = await createOperator()
    const passkey = createTestPasskey(testDeskOrigin)
    await add(secret, passkey)
    const challenge = (await select('create_operator_challenge()', [])) as Buffer
    const { authenticatorData, clientData, signature } = passkey.sign(challenge)
    const opened = randomBytes(32)
    const values = [challenge, passkey.credentialId, authenticatorData, clientData, signature, opened]
    expect(await select('open_operator_session_by_passkey($1, $2, $3, $4, $5, $6)', values)).toBe(true)
    const { rows } = await desk.query<{ id: string; withPasskey: boolean; passkeys: Record<string, number>[] }>(
      'select * from describe_operator_session($1)',
      [opened],
    )
    const [added] = rows[0]?.passkeys ?? []
    expect(rows[0]).toMatchObject({ id: String(id), withPasskey: true, passkeys: [{ label: 'Phone' }] })
    expect((added?.['usableFromMs'] ?? 0) - (added?.['createdAtMs'] ?? 0)).toBe(86_400_000)
  })
})

test('what lets nobody in any more is deleted after 30 days, except the last session of each operator', async () => {
  const [{ id }, secrets] = [await invite(), ['29 days', '31 days', '32 days']]
  for (const age of secrets)
    await owner.query(
      `insert into operator_sessions (hash, operator_id, with_passkey, created_at)
       values (sha256($1), $2, true, clock_timestamp() - $3::interval)`,
      [randomBytes(32), id, age],
    )
  // The oldest has had a document open, and has sealed a file.
  await owner.query(
    `with old as (select hash from operator_sessions where operator_id = $1 order by created_at limit 1),
          seen as (insert into operator_presences select hash, 'document:1:sign', clock_timestamp() - interval '32 days' from old)
     insert into sealed_uploads (id, session_hash, sealed, created_at)
     select gen_random_uuid(), hash, 'x', clock_timestamp() - interval '32 days' from old`,
    [id],
  )
  const lone = await invite()
  await owner.query(
    `insert into operator_sessions (hash, operator_id, with_passkey, created_at)
     values (sha256('lone'), $1, true, clock_timestamp() - interval '90 days')`,
    [lone.id],
  )
  for (const age of ['29 days', '31 days']) {
    await owner.query(
      `insert into operator_invitations (hash, operator_id, created_at) values (sha256($1), $2, clock_timestamp() - $3::interval)`,
      [randomBytes(32), id, age],
    )
  }
  await owner.query('select delete_old_operator_access()')
  const count = async (table: string, operator: number) =>
    (await owner.query<{ count: string }>(`select count(*) from ${table} where operator_id = $1`, [operator])).rows[0]
      ?.count
  expect(await count('operator_sessions', id)).toBe('1')
  expect(await count('operator_sessions', lone.id)).toBe('1')
  // The one of the invitation, and the one of 29 days ago.
  expect(await count('operator_invitations', id)).toBe('2')
})
