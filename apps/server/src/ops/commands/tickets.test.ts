import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPhoto, uploadParts } from '../../../test/fixtures/documents/upload-files.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

let app: TestApp
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-tickets-'))
  app = await startTestApp()
  env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: 'a secret key that is only good for tests', DATA_DIR: folder }
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const run = (...argv: string[]) => runOpsCommand(env, argv)
const runChange = (...argv: string[]) => run(...argv, '--why', 'the trader has asked', '--yes')
const listIds = async (...argv: string[]) =>
  (JSON.parse((await run('tickets', ...argv, '--json')).out) as { id: string }[]).map(({ id }) => id)

test('an operator lists, reads, answers and closes tickets; the audit log has who did it, without the words', async () => {
  const { client, form } = await app.registerTrader()
  const photo = await createPhoto(120, 80)
  await uploadParts(client, '/api/kayako/upload/new/no', [{ name: 'file', value: photo, filename: 'proof.jpg' }])
  const question = { subject: 'My question', content: 'Where is it?\u0007'.replace('\u0007', ''), priority: 2 }
  const { id } = (await client.post('/api/kayako/ticket', question)).json as { id: string }
  app.clock.advance(1000)
  const other = (await client.post('/api/kayako/ticket', { subject: 'Another', content: 'And that?' })).json as {
    id: string
  }
  expect(await listIds()).toEqual([id, other.id])
  expect((await run('tickets')).out).toMatch(/My question .* 2026-11-18 14:00:00/)

  expect((await run('tickets', 'show', id)).out).toMatch(/trader +1 +Where is it\?/)
  const to = join(folder, 'seen')
  expect(await runChange('tickets', 'file', id, '1', '--to', to)).toMatchObject({ code: 0, err: '' })
  expect(await sharp(await readFile(`${to}-1.jpg`)).metadata()).toMatchObject({ format: 'jpeg' })

  const answered = await runChange('tickets', 'answer', id, '--text', 'It is here.\\nYours, support', '--question')
  expect(answered).toMatchObject({ code: 0, out: 'Answered.\n' })
  expect((await client.post('/api/kayako/show', { id })).json).toMatchObject({
    ticket: { status_id: 3, posts: [{}, { from: 'support', name: 'Support', content: 'It is here.\nYours, support' }] },
  })
  expect(await listIds()).toEqual([other.id])
  expect(await listIds('--state', 'waiting', '--trader', form.login)).toEqual([id])
  expect(await listIds('--trader', form.login, '--after', id)).toEqual([other.id])

  expect(await runChange('tickets', 'close', id)).toMatchObject({ code: 0 })
  expect(await runChange('tickets', 'close', id)).toMatchObject({ code: 1 })
  const { rows } = await app.database.pool.query(
    `select actor, action, reason, detail::text from audit_log where subject = 'ticket:' || $1 order by id`,
    [id],
  )
  expect(rows).toMatchObject([
    { actor: 'emergency', action: 'tickets.view' },
    { actor: 'emergency', action: 'ticket.answer', reason: 'the trader has asked' },
    { actor: 'emergency', action: 'ticket.close' },
  ])
  expect(JSON.stringify(rows)).not.toContain('It is here')
})

test.each([
  [['tickets', 'show', 'x'], 1, 'There is no ticket'],
  [['tickets', '--state', 'lost'], 2, '--state must be one of open, answered, waiting, closed'],
  [['tickets', '--trader', 'nobody@example.com'], 1, 'There is no trader'],
  [['tickets', '--after', '7'], 2, '--after must be'],
  [['tickets', 'answer', 'x', '--why', 'none', '--yes'], 2, 'Write the answer'],
])('%j is refused', async (argv, code, err) => {
  expect(await run(...argv)).toMatchObject({ code, err: expect.stringContaining(err) })
})

test('values that were sealed with an old key are sealed again', async () => {
  const { client } = await app.registerTrader()
  const { id } = (await client.post('/api/kayako/ticket', { subject: 'Old key', content: 'Sealed' })).json as {
    id: string
  }
  const both = { ...env, SECRET_KEY: `a new key that is only good for these tests,${env['SECRET_KEY']}` }
  const resealed = await runOpsCommand(both, ['reseal', '--why', 'a new key', '--yes'])
  expect(resealed.out).toMatch(/tickets/)
  const single = { ...env, SECRET_KEY: 'a new key that is only good for these tests' }
  expect((await runOpsCommand(single, ['tickets', 'show', id])).out).toMatch(/Old key[\s\S]*Sealed/)
})
