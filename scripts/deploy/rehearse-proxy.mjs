import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { maxFileBytes } from '@tradefront/rules/uploads/limits'

import { root } from '../install-deps.mjs'
import { run } from './container.mjs'

/** Runs nginx with deploy/nginx before servers and desk. */
export async function rehearseProxy(folder, { ports, deskPort }, say) {
  const own = join(folder, 'proxy')
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own)
  for (const name of ['trade', 'desk']) {
    const files = ['-keyout', join(own, `${name}.key`), '-out', join(own, `${name}.crt`)]
    run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-subj',
      `/CN=${name}.example`,
      ...files,
    ])
  }
  const [plainPort, tlsPort] = [await findFreePort(), await findFreePort()]
  const read = (file) => readFileSync(join(root, 'deploy/nginx', file), 'utf8')
  const site = read('tradefront.conf')
    .replaceAll('/etc/nginx/certs', own)
    .replace('listen 80 ', `listen 127.0.0.1:${plainPort} `)
    .replaceAll('listen 443 ', `listen 127.0.0.1:${tlsPort} `)
  const upstreams = read('upstreams-compose.conf')
    .replace('server-1:3000', `127.0.0.1:${ports[0]}`)
    .replace('server-2:3000', `127.0.0.1:${ports[1]}`)
    .replace('desk:3200', `127.0.0.1:${deskPort}`)
  const config = join(own, 'nginx.conf')
  writeFileSync(config, `daemon off;\npid ${own}/pid;\nevents {}\nhttp {\naccess_log off;\n${upstreams}\n${site}\n}\n`)
  const nginx = spawn('nginx', ['-e', 'stderr', '-c', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  try {
    await sleep(500)
    await checkProxy({ plainPort, tlsPort })
    say('through nginx: pages, redirect, closed health paths, sizes of bodies, WebSocket')
  } finally {
    nginx.kill('SIGQUIT')
  }
}

async function checkProxy({ plainPort, tlsPort }) {
  const call = (host, path, options) => send(tlsPort, host, path, options)
  const redirect = await fetch(`http://127.0.0.1:${plainPort}/en/`, { redirect: 'manual' })
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'eA==',
  }
  // Sends the head only: that is enough to be refused.
  const upload = (bytes) => ({ method: 'POST', headers: { 'content-length': String(bytes) } })
  const expectations = [
    ['the redirect to https', redirect.status, 308],
    ['the landing page', (await call('trade.example', '/en/')).status, 200],
    ['the page of the desk', (await call('desk.example', '/')).status, 200],
    ['/readyz', (await call('trade.example', '/readyz')).status, 404],
    ['/healthz of the desk', (await call('desk.example', '/healthz')).status, 404],
    // The server answers in its own words: only then has the proxy passed the upgrade on.
    [
      'a WebSocket without a session',
      (await call('trade.example', '/api/live', { headers: upgrade })).error,
      'errors.csrf',
    ],
    [
      'a body that is too large for nginx',
      (await call('trade.example', '/api/x', upload(12 * 1024 * 1024))).status,
      413,
    ],
    // The address does not exist, which the server says in its own words.
    [
      'a body that an upload can have',
      (await call('trade.example', '/api/x', upload(maxFileBytes))).error !== undefined,
      true,
    ],
  ]
  const wrong = expectations.filter(([, found, expected]) => found !== expected)
  if (wrong.length > 0)
    throw new Error(wrong.map(([what, found, expected]) => `${what}: ${found} instead of ${expected}`).join('; '))
}

/** @returns the status, and the code of an error of ours */
function send(port, host, path, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false, method, path }
    const sent = request({ ...options, headers: { host, ...headers } }, (reply) => {
      let text = ''
      reply.on('data', (part) => (text += String(part)))
      reply.on('end', () => {
        const error = /"error":"([^"]+)"/.exec(text)?.[1]
        resolve({ status: reply.statusCode, error })
        sent.destroy()
      })
    })
    sent.on('error', reject)
    sent.on('upgrade', (reply, socket) => {
      socket.destroy()
      resolve({ status: reply.statusCode })
    })
    if (method === 'GET') sent.end()
    else sent.flushHeaders()
  })
}
