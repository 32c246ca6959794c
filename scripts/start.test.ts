import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { isProcessAlive } from '@tradefront/local-postgres/postgres-process'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

const portSettings = ['PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT', 'WEB_PORT', 'DESK_PORT'] as const
/** A server, a sandbox or PostgreSQL must end within this time. */
const endLimitMs = 30_000

let dataDir: string
const children: ChildProcess[] = []

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradefront-commands-'))
  // PostgreSQL runs as another user if this one is root.
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  for (const child of children.splice(0)) await stopProcess(child)
})
// A process that ends can still write its last files.
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

/** `printed.text` grows as the script prints. */
function startScript(env: Record<string, string>, script = 'start.mjs', options: readonly string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...options], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed.text += String(part)))
  const exitCode = once(child, 'close').then(([code]) => Number(code))
  const waitUntilReady = async () => {
    const lines = script === 'start.mjs' ? ['Tradefront is ready at', 'desk is ready at'] : ['Tradefront is ready at']
    while (!lines.every((line) => printed.text.includes(line))) {
      if (child.exitCode !== null) throw new Error(printed.text)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, printed, exitCode, waitUntilReady }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), endLimitMs)
  await once(child, 'exit')
  clearTimeout(timer)
}

async function findFreePorts(): Promise<Record<(typeof portSettings)[number], string>> {
  const ports = await Promise.all(portSettings.map(async (name) => [name, String(await findFreePort())] as const))
  return Object.fromEntries(ports) as Record<(typeof portSettings)[number], string>
}

function readPostmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

function isAnswering(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    () => true,
    () => false,
  )
}

async function expectNothingRuns(ports: Record<string, string>, postmasterPid: number): Promise<void> {
  for (const port of Object.values(ports))
    await expect.poll(() => isAnswering(port), { timeout: endLimitMs }).toBe(false)
  await expect.poll(() => isProcessAlive(postmasterPid), { timeout: endLimitMs }).toBe(false)
}

test('npm start works twice on the same data, and Ctrl-C stops everything', async () => {
  for (const _start of ['first', 'second']) {
    const ports = await findFreePorts()
    const { child, printed, exitCode, waitUntilReady } = startScript(ports)
    await waitUntilReady()
    expect((await fetch(`http://127.0.0.1:${ports.PORT}/readyz`)).status).toBe(200)
    expect(printed.text).toContain('Log in as one of these')
    expect(printed.text).toContain(`The sandbox at http://127.0.0.1:${ports.SANDBOX_PORT} is its: processors,`)
    const postmasterPid = readPostmasterPid()
    child.kill('SIGINT')
    expect(await exitCode).toBe(0)
    await expectNothingRuns(ports, postmasterPid)
  }
})

test.for(['SIGHUP', 'SIGKILL'] as const)(
  'server, sandbox and PostgreSQL end when the start command gets %s',
  async (signal) => {
    const ports = await findFreePorts()
    const { child, waitUntilReady } = startScript(ports)
    await waitUntilReady()
    const postmasterPid = readPostmasterPid()
    child.kill(signal)
    await expectNothingRuns(ports, postmasterPid)
  },
  120_000,
)

test('PostgreSQL ends when the start command is killed before the server is ready', async () => {
  const ports = await findFreePorts()
  const { child, printed } = startScript(ports)
  // Reads the port file, which is written some hundred milliseconds before the server is ready.
  const readPostmaster = () => readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  await vi.waitUntil(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), { timeout: 60_000, interval: 1 })
  await vi.waitUntil(() => readPostmaster().length > 4, { timeout: 60_000, interval: 1 })
  const postmasterPid = readPostmasterPid()
  child.kill('SIGKILL')
  expect(printed.text).not.toContain('is ready at')
  await expectNothingRuns(ports, postmasterPid)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm stops server and sandbox', async (signal) => {
  const ports = await findFreePorts()
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...ports },
    stdio: 'ignore',
  })
  children.push(child)
  await expect.poll(() => isAnswering(ports.PORT), { timeout: 60_000 }).toBe(true)
  const postmasterPid = readPostmasterPid()
  child.kill(signal)
  await expectNothingRuns(ports, postmasterPid)
})

test.each([
  ['PORT', 'is in use: stop the program that uses it, or set PORT to another port.'],
  ['SANDBOX_PORT', 'of the sandbox is in use: stop what uses it, or set SANDBOX_PORT to another one.'],
])('npm start says once that %s is in use, and leaves nothing running', async (name, sentence) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { printed, exitCode } = startScript({ ...(await findFreePorts()), [name]: String(port) })
  expect(await exitCode).toBe(1)
  // The server can be ready before the sandbox finds its port in use.
  const lines = printed.text.split('\n').filter((line) => line.startsWith('Port '))
  expect(lines).toEqual([`Port ${port} ${sentence}`])
  expect(() => readFileSync(join(dataDir, 'postgres/postmaster.pid'))).toThrow('ENOENT')
  other.close()
})

test.for([
  [{ PORT: '99999' }, 'The setting PORT must be a port from 0 to 65535.'],
  [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [{ HOST: '999.1.1.1' }, 'The setting HOST must be an address or a host name.'],
  [{ DATA_DIR: '/dev/null/x' }, 'The data folder /dev/null/x cannot be written (ENOTDIR)'],
  [
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none', SECRET_KEY: 'a secret key that is only good for tests' },
    'The database none at 127.0.0.1:1 cannot be reached',
  ],
] as const)('npm start with the setting %o exits with 1 and prints the reason once', async ([env, sentence]) => {
  const { printed, exitCode } = startScript({ ...(await findFreePorts()), ...env })
  expect(await exitCode).toBe(1)
  expect(printed.text.split(sentence)).toHaveLength(2)
})

test('npm start in production starts no sandbox, and names every part that would be one', async () => {
  const ports = await findFreePorts()
  const { printed, exitCode } = startScript({ ...ports, NODE_ENV: 'production', DESK_URL: 'https://desk.example' })
  expect(await exitCode).toBe(1)
  for (const setting of ['PROCESSORS_URL', 'PAYOUTS_URL', 'SMTP_URL', 'CHAT_URL', 'SECRET_KEY'])
    expect(printed.text.split(`\n${setting} must be set`).length + Number(printed.text.startsWith(setting))).toBe(2)
  expect(printed.text).not.toContain('sandbox is ready')
})

test('the server can be started alone', async () => {
  const ports = await findFreePorts()
  const { child, printed, exitCode } = startScript(ports, 'start.mjs', ['--only', 'server'])
  await expect.poll(() => isAnswering(ports.PORT), { timeout: 60_000 }).toBe(true)
  expect([await isAnswering(ports.SANDBOX_PORT), await isAnswering(ports.DESK_PORT)]).toEqual([false, false])
  expect(printed.text).toContain('Tradefront is ready at')
  const postmasterPid = readPostmasterPid()
  child.kill('SIGINT')
  expect(await exitCode).toBe(0)
  await expectNothingRuns(ports, postmasterPid)
})

test('npm run dev serves the app with hot reload, and Ctrl-C stops everything', async () => {
  const ports = await findFreePorts()
  const { child, exitCode, waitUntilReady } = startScript(ports, 'dev.mjs')
  await waitUntilReady()
  const fetchPage = async () => (await fetch(`http://127.0.0.1:${ports.WEB_PORT}/en/login`).catch(() => null))?.text()
  await expect.poll(fetchPage, { timeout: 60_000 }).toContain('/@vite/client')
  const boot = await fetch(`http://127.0.0.1:${ports.WEB_PORT}/api/boot`)
  expect(await boot.json()).toMatchObject({ user: null })
  const postmasterPid = readPostmasterPid()
  child.kill('SIGINT')
  await exitCode
  await expectNothingRuns(ports, postmasterPid)
})
