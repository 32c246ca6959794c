import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { checkDeploy } from './check-deploy.mjs'

const copies = mkdtempSync(join(tmpdir(), 'tradefront-deploy-test-'))
afterAll(() => rmSync(copies, { recursive: true, force: true }))

async function listProblems(folder?: string): Promise<string[]> {
  return (await checkDeploy(folder)).flatMap(({ problems }) => problems)
}

let count = 0

/** A copy of the folder `deploy` with changed files. */
function createCopy(...changes: readonly (readonly [file: string, from: string | RegExp, to: string])[]): string {
  count += 1
  const copy = join(copies, String(count))
  cpSync(resolve(import.meta.dirname, '../deploy'), copy, { recursive: true })
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(copy, file), 'utf8')
    const changed = text.replace(from, to)
    expect(changed, `${file} has no ${String(from)}`).not.toBe(text)
    writeFileSync(join(copy, file), changed)
  }
  return copy
}

test('the files in deploy fit the code and pass the tools of this machine; a check whose tool is missing is named', async () => {
  const checks = await checkDeploy()
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  // With words, so that nobody takes a check that was not done for one that has found nothing.
  for (const { name, skipped } of checks)
    if (skipped !== null) {
      expect(skipped, name).toMatch(/^\S+ is not installed$/)
      console.log(`Skipped: ${name}, because ${skipped}.`)
    }
  expect(checks.filter(({ skipped }) => skipped === null).length).toBeGreaterThanOrEqual(5)
})

// Each group is one run with several faults, because the types of Kubernetes take a second.
test('finds variables that are no settings, that are missing, and that a process must not know', async () => {
  const problems = await listProblems(
    createCopy(
      ['env/server.env.example', 'SMTP_URL=', 'SMTP_ADDRESS='],
      ['env/desk.env.example', 'LOG_LEVEL=info', 'SECRET_KEY='],
      ['env/migrate.env.example', /^DATABASE_OWNER_URL=.*$/m, ''],
      ['kubernetes/settings.yaml', /BEACON_URLS: .*/, ''],
      ['env/server.env.example', /^SANDBOX_SECRET=$/m, ''],
      ['kubernetes/secrets.example.yaml', "  SECRET_KEY: ''", "  SECRET_KEY: ''\n  DATABASE_OWNER_URL: ''"],
    ),
  )
  for (const sentence of [
    'compose: server-1: SMTP_ADDRESS is no setting of the server.',
    'compose: server-2: SMTP_URL must be set.',
    'systemd: tradefront-server@.service: SMTP_URL must be set.',
    'compose: desk: SECRET_KEY is no setting of the desk.',
    'systemd: tradefront-desk.service: SECRET_KEY is no setting of the desk.',
    expect.stringContaining('systemd: tradefront-migrate.service: DATABASE_URL and DATABASE_OWNER_URL must be set'),
    expect.stringContaining('kubernetes/server.yaml: tradefront-server: BEACON_URLS must be set in production'),
    expect.stringMatching(/^compose: server-1: [^]*SANDBOX_SECRET must be set in production/),
    'kubernetes/server.yaml: tradefront-server: A server must not know DATABASE_OWNER_URL.',
  ])
    expect(problems).toContainEqual(sentence)
})

test('finds limits and paths that differ from those of the code', async () => {
  const problems = await listProblems(
    createCopy(
      ['Dockerfile', 'EXPOSE 3000 3200', 'EXPOSE 3000'],
      ['Dockerfile', 'USER 10001:10001', 'USER root'],
      ['Dockerfile', 'COPY tsconfig.base.json', 'COPY tsconfig.other.json'],
      ['health-check.mjs', '/readyz', '/health'],
      ['compose/compose.yaml', 'stop_grace_period: 50s', 'stop_grace_period: 10s'],
      ['compose/compose.yaml', '  database:\n    internal: true', '  database: {}'],
      ['compose/compose.yaml', "ports: ['127.0.0.1:9090:9090']", "ports: ['9090:9090']"],
      ['nginx/tradefront.conf', 'client_max_body_size 11m', 'client_max_body_size 1m'],
      ['nginx/tradefront.conf', 'X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'],
      ['nginx/tradefront.conf', 'proxy_set_header Upgrade', 'proxy_set_header Other'],
      ['nginx/upstreams-compose.conf', 'server-2:3000', 'server-2:3001'],
      ['systemd/tradefront-server@.service', 'TimeoutStopSec=50', 'TimeoutStopSec=20'],
      ['systemd/tradefront-desk.service', 'src/desk/main.mjs', 'src/desk/start.mjs'],
      ['kubernetes/server.yaml', 'terminationGracePeriodSeconds: 60', 'terminationGracePeriodSeconds: 45'],
      [
        'kubernetes/server.yaml',
        /livenessProbe:\n\s+httpGet:\n\s+path: \/healthz/,
        'livenessProbe: {httpGet: {path: /readyz, port: http}, #',
      ],
      ['kubernetes/desk.yaml', 'path: /readyz', 'path: /ready'],
      ['kubernetes/desk.yaml', 'containerPort: 3200', 'containerPort: 3000'],
      ['kubernetes/migrate.yaml', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
      ['kubernetes/ingress.yaml', 'proxy-body-size: 16m', 'proxy-body-size: 1m'],
    ),
  )
  for (const sentence of [
    'Dockerfile: EXPOSE lacks 3200, the port of the desk.',
    'Dockerfile: the last USER must be a number that is not 0.',
    'Dockerfile: tsconfig.other.json does not exist.',
    'health-check.mjs asks for a path that no server has.',
    'compose: server-1 needs a stop_grace_period of 45 s or more.',
    'compose: postgres must only be in internal networks.',
    'compose: prometheus publishes 9090:9090: only the proxy does that.',
    'nginx: trade.example allows bodies of 1m: our largest have 10551296 bytes.',
    'nginx: X-Forwarded-For must be the address of the visitor.',
    'nginx: WebSockets at /api/live need the headers Upgrade and Connection.',
    'nginx: upstreams-compose.conf lacks server-2:3000.',
    'systemd: tradefront-server@.service needs TimeoutStopSec of 45 or more.',
    'systemd: tradefront-desk.service starts apps/server/src/desk/start.mjs, which does not exist.',
    'kubernetes/server.yaml: tradefront-server needs a terminationGracePeriodSeconds of 50 or more.',
    'kubernetes/server.yaml: tradefront-server livenessProbe must not ask for the database.',
    'kubernetes/desk.yaml: tradefront-desk readinessProbe asks for /ready, which no server has.',
    'kubernetes/desk.yaml: tradefront-desk must have the port 3200.',
    expect.stringContaining('kubernetes/migrate.yaml: tradefront-migrate must run as another user than root'),
    'ingress: tradefront-desk allows bodies of 1m: our largest have 16000000 bytes.',
  ])
    expect(problems).toContainEqual(sentence)
})

test('finds fields that Compose, Kubernetes and the builder of images do not know', async () => {
  const problems = await listProblems(
    createCopy(
      ['Dockerfile', 'WORKDIR /opt/tradefront\nCOPY --from', 'WORKDIRECTORY /opt/tradefront\nCOPY --from'],
      ['compose/compose.yaml', 'cap_drop: [ALL]', 'cap_drops: [ALL]'],
      ['kubernetes/server.yaml', 'readinessProbe:', 'readynessProbe:'],
      ['kubernetes/server.yaml', 'minAvailable: 1\n', 'minAvailable: [1]\n'],
      ['kubernetes/network.yaml', 'networking.k8s.io/v1', 'networking.k8s.io/v9'],
    ),
  )
  for (const sentence of [
    expect.stringMatching(/^Dockerfile, line \d+: Unknown instruction: WORKDIRECTORY/),
    expect.stringMatching(/^compose.*cap_drops/),
    expect.stringMatching(/^kubernetes\/server\.yaml: tradefront-server .*readynessProbe/),
    expect.stringMatching(/^kubernetes\/server\.yaml: tradefront-server .*not assignable/),
    expect.stringContaining('the apiVersion networking.k8s.io/v9 is not known here'),
  ])
    expect(problems).toContainEqual(sentence)
})
