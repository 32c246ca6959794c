import { findCosignedTime } from '@tradefront/rules/log/cosignature'
import { formatVerifierKey, parseNote } from '@tradefront/rules/log/signed-note'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type LogApp, startLogApp } from '../../../test/fixtures/log/log-app.ts'
import { cosignedAtMs, startTestWitness, type TestWitness } from '../../../test/fixtures/log/test-witness.ts'
import { findLogKey } from './log-key.ts'

let app: LogApp
let witness: TestWitness
beforeAll(async () => {
  witness = await startTestWitness()
  app = await startLogApp({ config: { logWitnesses: [witness] } })
})
afterAll(async () => {
  await app.stop()
  await witness.stop()
})

const grow = async () => {
  await app.record(5)
  await app.publish()
  await app.runJob('log.ask_witnesses')
}
const readCosignedTime = async () => {
  const note = parseNote((await (await app.openClient()).get('/log/checkpoint')).text)
  return note && findCosignedTime(note, witness.key)
}
const listAlerts = async () => {
  const { rows } = await app.database.pool.query<{ text: string }>(
    `select concat(kind, ' ', subject, ' ', detail ->> 'reply') as text from alerts where resolved_at is null`,
  )
  return rows.map(({ text }) => text)
}

test('a witness that does not know the log raises an alert, and the log goes on', async () => {
  await app.runJob('log.ask_witnesses')
  expect(witness.requests).toEqual([])
  await grow()
  expect(await readCosignedTime()).toBeNull()
  expect(await listAlerts()).toEqual(['log.not_cosigned witness:witness.example/w1 HTTP 403'])
})

test('a cosignature is added to the checkpoint, and ends the alert', async () => {
  const key = await findLogKey(app.database.db)
  if (key !== null) witness.trust(key)
  await app.runJob('log.ask_witnesses')
  expect(await readCosignedTime()).toBe(cosignedAtMs)
  expect(await listAlerts()).toEqual([])
})

test('each checkpoint is sent once, with a proof from the one before', async () => {
  const before = witness.requests.length
  await app.runJob('log.ask_witnesses')
  expect(witness.requests).toHaveLength(before)
  await grow()
  expect(witness.requests).toHaveLength(before + 1)
  expect(witness.requests.at(-1)).toMatch(/^old [1-9]\d*\n(?:[\w+/]{43}=\n)+\nlocalhost\/log\n/)
  expect(await readCosignedTime()).toBe(cosignedAtMs)
})

test('a witness that has cosigned another size is sent the proof from there', async () => {
  await app.runAsOwner(`
    alter table log_cosignatures disable trigger user;
    delete from log_cosignatures;
    alter table log_cosignatures enable trigger user`)
  const before = witness.requests.length
  await grow()
  expect(witness.requests.slice(before).map((body) => body.split('\n')[0] === 'old 0')).toEqual([true, false])
  expect(await readCosignedTime()).toBe(cosignedAtMs)
})

test.each([
  ['a cosignature that is not valid', 200, () => witness.requests[0] ?? '', 'no valid cosignature'],
  ['something else', 200, () => '<html>', 'no valid cosignature'],
  ['a larger size', 409, () => '1000000\n', 'has cosigned 1000000 entries'],
  ['a size that is none', 409, () => '-1\n', 'HTTP 409'],
  ['an error', 500, () => '', 'HTTP 500'],
  ['a megabyte', 200, () => 'x'.repeat(1_000_000), 'no reply'],
])('%s in place of a cosignature raises an alert', async (_what, status, getBody, reply) => {
  witness.replyWith({ status, body: getBody(), type: 'text/x.tlog.size' })
  await grow()
  expect(await readCosignedTime()).toBeNull()
  expect(await listAlerts()).toEqual([`log.not_cosigned witness:witness.example/w1 ${reply}`])
  witness.replyWith(null)
  await app.runJob('log.ask_witnesses')
  expect(await listAlerts()).toEqual([])
})

test('the keys of log and witnesses are told to everyone', async () => {
  const key = await findLogKey(app.database.db)
  expect((await (await app.openClient()).get('/api/log')).json).toEqual({
    return: true,
    key: key && formatVerifierKey(key),
    signedAtMs: app.clock.now().getTime(),
    witnessKeys: [formatVerifierKey(witness.key)],
    prices: 'sandbox_beacon',
  })
})
