import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let dataDir: string
const children: ChildProcess[] = []

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradefront-commands-'))
  // Within reach of the user that PostgreSQL runs as for root.
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  for (const child of children.splice(0)) await stopProcess(child)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs `npm start`'s script on a data folder of the test's own; `said` grows as it prints. */
function startScript(env: Record<string, string>, script = 'start.mjs') {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said.text += String(part)))
  const ended = once(child, 'close').then(([code]) => Number(code))
  const ready = async () => {
    while (!said.text.includes('is ready at')) {
      if (child.exitCode !== null) throw new Error(said.text)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return { child, said, ended, ready }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** A process whose parent has not looked yet is there for some milliseconds more. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

/** A free port for each setting. */
async function freePorts<Name extends string>(...names: Name[]): Promise<Record<Name, string>> {
  const found = await Promise.all(names.map(async (name) => [name, String(await freePort())] as const))
  return Object.fromEntries(found) as Record<Name, string>
}

test('starts twice on its data, the second time in under 5 s, and Ctrl-C leaves nothing running', async () => {
  for (const limitMs of [20_000, 5_000]) {
    const ports = await freePorts('PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT')
    const startedAt = Date.now()
    const { child, said, ended, ready } = startScript(ports)
    await ready()
    expect(Date.now() - startedAt).toBeLessThan(limitMs)
    expect((await fetch(`http://127.0.0.1:${ports.PORT}/readyz`)).status).toBe(200)
    expect(said.text).toContain('Log in as one of these')
    expect(said.text).toContain(`Mails and card payments arrive at http://127.0.0.1:${ports.SANDBOX_PORT}`)
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    await expect.poll(() => isRunning(postmaster), { timeout: 10_000 }).toBe(false)
    for (const port of Object.values(ports)) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch')
  }
}, 60_000)

test.for(['SIGHUP', 'SIGKILL'] as const)(
  'a closed terminal or a killed command (%s) leaves nothing running',
  async (signal) => {
    const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
    const { child, ready } = startScript(ports)
    await ready()
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    child.kill(signal)
    for (const port of Object.values(ports)) {
      const reached = () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        )
      await expect.poll(reached, { timeout: 10_000 }).toBe(false)
    }
    await expect.poll(() => isRunning(postmaster), { timeout: 10_000 }).toBe(false)
  },
  30_000,
)

test('npm told to end takes everything with it', async () => {
  const ports = await freePorts('PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT')
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...ports },
    stdio: 'ignore',
  })
  children.push(child)
  const answers = (port: string) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      () => true,
      () => false,
    )
  await expect.poll(() => answers(ports.PORT), { timeout: 20_000 }).toBe(true)
  child.kill('SIGTERM')
  for (const port of Object.values(ports)) await expect.poll(() => answers(port), { timeout: 10_000 }).toBe(false)
}, 60_000)

test('a port in use is told in one sentence, and nothing stays behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { said, ended } = startScript({ PORT: String(port), ...(await freePorts('SANDBOX_PORT', 'SANDBOX_SMTP_PORT')) })
  expect(await ended).toBe(1)
  expect(said.text).toContain(`Port ${port} is in use: stop the program that uses it, or set PORT to another port.`)
  expect(() => readFileSync(join(dataDir, 'postgres/postmaster.pid'))).toThrow('ENOENT')
  other.close()
}, 30_000)

test.for([
  [{ PORT: '99999' }, 'The setting PORT must be a port from 0 to 65535.'],
  [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [{ HOST: '999.1.1.1' }, 'The setting HOST must be an address or a host name.'],
  [{ DATA_DIR: '/dev/null/x' }, 'The data folder /dev/null/x cannot be written (ENOTDIR)'],
  [
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none', SECRET_KEY: 'a secret key that is only good for tests' },
    'The database none at 127.0.0.1:1 cannot be reached',
  ],
] as const)('%o ends with 1 and says why', async ([env, sentence]) => {
  const { said, ended } = startScript({ ...(await freePorts('SANDBOX_PORT', 'SANDBOX_SMTP_PORT')), ...env })
  expect(await ended).toBe(1)
  expect(said.text.split(sentence)).toHaveLength(2)
})

test('the development command brings the app with hot reload, and Ctrl-C leaves nothing running', async () => {
  const ports = await freePorts('PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT', 'WEB_PORT')
  const { child, ended, ready } = startScript(ports, 'dev.mjs')
  await ready()
  const page = async () => (await fetch(`http://127.0.0.1:${ports.WEB_PORT}/en/login`).catch(() => null))?.text()
  await expect.poll(page, { timeout: 20_000 }).toContain('/@vite/client')
  const boot = await fetch(`http://127.0.0.1:${ports.WEB_PORT}/api/boot`)
  expect(await boot.json()).toMatchObject({ user: null })
  child.kill('SIGINT')
  await ended
  for (const port of Object.values(ports)) {
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch')
  }
}, 60_000)
