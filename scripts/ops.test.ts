import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

let dataDir: string
let server: ChildProcess

async function runOps(folder: string, ...argv: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ops.mjs'), ...argv], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (part) => (out += String(part)))
  child.stderr.on('data', (part) => (err += String(part)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, err }
}

const runOpsChange = (...argv: string[]) => runOps(dataDir, ...argv, '--why', 'a test', '--yes')
const expectOwnDatabase = () =>
  expect.stringContaining(`No server runs on ${dataDir}: its database is started for this command`)

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradefront-ops-'))
  // PostgreSQL runs as another user if this one is root.
  chmodSync(dataDir, 0o755)
  server = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/main.mjs')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  server.stdout?.on('data', (part) => (said += String(part)))
  while (!said.includes('is ready at')) {
    if (server.exitCode !== null) throw new Error(`the server ended: ${said}`)
    await new Promise((done) => setTimeout(done, 20))
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('ops works next to a running server on its embedded database', async () => {
  const { code, out, err } = await runOpsChange('off', 'ZOOM')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('ZOOM is off.')
  expect(server.exitCode).toBe(null)
})

test('without a server, ops starts the database and stops it again, also when two run at once', async () => {
  server.kill('SIGINT')
  await once(server, 'exit')
  const shown = await runOps(dataDir, 'processors')
  expect(shown).toMatchObject({ code: 0, err: expectOwnDatabase(), out: expect.stringMatching(/^ZOOM +OFF/m) })
  const runs = await Promise.all([runOpsChange('on', 'ZOOM'), runOpsChange('off', 'EZPAY')])
  expect(runs.map(({ code, err }) => ({ code, err }))).toContainEqual({ code: 0, err: expectOwnDatabase() })
  // The second command uses the first one's database, or reports that it is in use.
  for (const { code, err } of runs)
    expect(code === 0 || err.includes('already runs on the data folder'), err).toBe(true)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  expect((await runOps(dataDir, 'audit')).out).toContain('a test')
})

test('ops creates no database in an empty data folder', async () => {
  const folder = join(dataDir, 'nothing')
  expect(await runOps(folder, 'review')).toEqual({
    code: 1,
    out: '',
    err: `There is no database in ${folder}: set DATA_DIR to the server's data folder, or DATABASE_URL to its database.\n`,
  })
  expect(existsSync(folder)).toBe(false)
})
