import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { liveCalls } from '@tradefront/contract/live'
import { maxFileBytes } from '@tradefront/rules/uploads/limits'

import { maxBankFileBytes } from '../../apps/server/src/desk/bank-routes.ts'
import { maxStatementBytes } from '../../apps/server/src/desk/statement-routes.ts'
import { environmentSchema } from '../../apps/server/src/platform/config/environment.ts'
import { registerHealth } from '../../apps/server/src/platform/http/health.ts'
import { root } from '../install-deps.mjs'
import { killAfterMs } from '../process-group.mjs'
import { listContainers } from './list-processes.mjs'
import { readUnit, toSeconds } from './read-files.mjs'

const { PORT, DESK_PORT } = environmentSchema.parse({})
const ports = { server: PORT, desk: DESK_PORT }
/** Whatever hangs, a process ends within this time. */
const graceSeconds = killAfterMs / 1000
/** The fields of an upload, and the lines between its parts. */
const uploadExtraBytes = 64 * 1024

/** Compares ports, paths, times and sizes with those of the code. @returns sentences about what is wrong */
export function checkLimits(files) {
  return [
    ...checkDockerfile(files),
    ...checkCompose(files),
    ...checkUnits(files),
    ...checkPods(files),
    ...checkProxy(files),
  ]
}

function listHealthPaths() {
  const paths = []
  registerHealth({ addHook: () => undefined, get: (path) => paths.push(path) }, () => Promise.resolve(0))
  return paths
}

function checkDockerfile({ dockerfile, healthCheck }) {
  const exposed = /^EXPOSE (.+)$/m.exec(dockerfile)?.[1].split(' ').map(Number) ?? []
  const users = [...dockerfile.matchAll(/^(?:USER|FROM) (.+)$/gm)].map(([line]) => line)
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, args]) => args.split(' ').slice(0, -1))
  const scripts = [...dockerfile.matchAll(/(?:apps|deploy)\/[\w./-]+\.(?:mjs|ts)\b/g)].map(([path]) => path)
  return [
    ...Object.entries(ports)
      .filter(([, port]) => !exposed.includes(port))
      .map(([name, port]) => `Dockerfile: EXPOSE lacks ${port}, the port of the ${name}.`),
    ...(/^USER [1-9]\d*/.test(users.at(-1) ?? '') ? [] : ['Dockerfile: the last USER must be a number that is not 0.']),
    ...[...copied, ...scripts]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `Dockerfile: ${path} does not exist.`),
    ...(listHealthPaths().some((path) => healthCheck.includes(`}${path}\``))
      ? []
      : ['health-check.mjs asks for a path that no server has.']),
    ...(/^HEALTHCHECK .*health-check\.mjs/m.test(dockerfile) ? [] : ['Dockerfile: HEALTHCHECK is missing.']),
  ]
}

function checkCompose({ compose }) {
  return Object.entries(compose.services).flatMap(([name, service]) => {
    const say = (sentence) => `compose: ${name} ${sentence}`
    const isOurs = service.image.includes('TRADEFRONT')
    const isDatabase = service.image.startsWith('postgres')
    const publicPorts = (service.ports ?? []).filter((port) => !String(port).startsWith('127.0.0.1:'))
    const hasHealthCheck = name.startsWith('server') || service.healthcheck !== undefined
    return [
      ...(isOurs && service.read_only !== true ? [say('must be read_only.')] : []),
      ...(isOurs && service.cap_drop?.[0] !== 'ALL' ? [say('must drop all capabilities.')] : []),
      ...(isOurs && !(toSeconds(service.stop_grace_period) >= graceSeconds)
        ? [say(`needs a stop_grace_period of ${graceSeconds} s or more.`)]
        : []),
      ...(hasHealthCheck ? [] : [say('needs a health check.')]),
      ...(service.restart !== 'no' && service.deploy?.resources?.limits?.memory === undefined
        ? [say('needs a limit of memory.')]
        : []),
      ...(name !== 'proxy' && publicPorts.length > 0
        ? [say(`publishes ${publicPorts}: only the proxy does that.`)]
        : []),
      ...(isDatabase && !service.networks.every((network) => compose.networks[network]?.internal)
        ? [say('must only be in internal networks.')]
        : []),
      ...(name === 'desk' && !service.healthcheck.test.includes(String(ports.desk))
        ? [say(`is asked for its health at another port than ${ports.desk}.`)]
        : []),
    ]
  })
}

function checkUnits({ units }) {
  const required = { NoNewPrivileges: 'yes', ProtectSystem: 'strict', DynamicUser: 'yes' }
  return Object.entries(units).flatMap(([name, text]) => {
    const unit = readUnit(text)
    const get = (key) => unit.get(key)?.at(-1)
    const script = /apps\/\S+/.exec(get('ExecStart') ?? '')?.[0] ?? ''
    const isService = get('Type') !== 'oneshot'
    return [
      ...Object.entries(required)
        .filter(([key, value]) => get(key) !== value)
        .map(([key, value]) => `systemd: ${name} must have ${key}=${value}.`),
      ...(existsSync(join(root, script)) ? [] : [`systemd: ${name} starts ${script}, which does not exist.`]),
      ...(isService && get('Restart') !== 'on-failure' ? [`systemd: ${name} must have Restart=on-failure.`] : []),
      ...(isService && get('MemoryMax') === undefined ? [`systemd: ${name} must have MemoryMax.`] : []),
      ...(isService && !(toSeconds(get('TimeoutStopSec')) >= graceSeconds)
        ? [`systemd: ${name} needs TimeoutStopSec of ${graceSeconds} or more.`]
        : []),
    ]
  })
}

function checkPods(files) {
  const paths = listHealthPaths()
  return listContainers(files).flatMap(({ where, pod, container }) => {
    const isService = pod.restartPolicy !== 'Never'
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => [name, container[name]])
    const preStop = container.lifecycle?.preStop?.sleep?.seconds ?? 0
    const port = container.ports?.find(({ name }) => name === 'http')?.containerPort
    const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext ?? {}
    const isClosed =
      pod.securityContext?.runAsNonRoot === true &&
      allowPrivilegeEscalation === false &&
      readOnlyRootFilesystem === true &&
      capabilities?.drop?.[0] === 'ALL'
    return [
      ...(isClosed ? [] : ['must run as another user than root, read-only and without capabilities.']),
      ...(container.resources?.limits?.memory === undefined ? ['needs a limit of memory.'] : []),
      ...(isService && port !== ports[container.name] ? [`must have the port ${ports[container.name]}.`] : []),
      ...(isService && !(pod.terminationGracePeriodSeconds >= graceSeconds + preStop)
        ? [`needs a terminationGracePeriodSeconds of ${graceSeconds + preStop} or more.`]
        : []),
      ...(isService ? probes : []).flatMap(([name, probe]) => {
        if (probe === undefined) return [`needs a ${name}.`]
        return paths.includes(probe.httpGet?.path)
          ? []
          : [`${name} asks for ${probe.httpGet?.path}, which no server has.`]
      }),
      // A restart does not bring the database back, and ends requests that need none.
      ...(container.livenessProbe?.httpGet?.path === '/readyz' ? ['livenessProbe must not ask for the database.'] : []),
    ].map((sentence) => `${where} ${sentence}`)
  })
}

function checkProxy({ nginx, upstreams, kubernetes }) {
  const uploadBytes = maxFileBytes + uploadExtraBytes
  const needed = { trade: uploadBytes, desk: Math.max(maxBankFileBytes, maxStatementBytes) }
  const servers = nginx.split(/^server \{/m).slice(1)
  const nginxSizes = Object.keys(needed).map((name) => [
    `nginx: ${name}.example`,
    needed[name],
    /client_max_body_size (\w+);/.exec(servers.find((text) => text.includes(`server_name ${name}.example`)) ?? '')?.[1],
  ])
  const ingressSizes = kubernetes
    .filter(({ resource }) => resource.kind === 'Ingress')
    .map(({ resource }) => [
      `ingress: ${resource.metadata.name}`,
      needed[resource.spec.rules[0].host.split('.')[0]],
      resource.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'],
    ])
  const passesSockets = /Upgrade \$http_upgrade/.test(nginx) && /Connection \$connection_header/.test(nginx)
  return [
    ...[...nginxSizes, ...ingressSizes]
      .filter(([, bytes, size]) => !isFittingSize(toBytes(size), bytes))
      .map(([where, bytes, size]) => `${where} allows bodies of ${size}: our largest have ${bytes} bytes.`),
    ...(passesSockets
      ? []
      : [`nginx: WebSockets at ${liveCalls.openSocket.path} need the headers Upgrade and Connection.`]),
    ...(/X-Forwarded-For \$remote_addr;/.test(nginx)
      ? []
      : ['nginx: X-Forwarded-For must be the address of the visitor.']),
    ...Object.entries(upstreams).flatMap(([file, text]) =>
      file === 'upstreams-compose.conf'
        ? checkUpstream(file, text, [`server-1:${PORT}`, `server-2:${PORT}`, `desk:${DESK_PORT}`])
        : checkUpstream(file, text, [`127.0.0.1:${DESK_PORT}`]),
    ),
  ]
}

function checkUpstream(file, text, addresses) {
  return addresses
    .filter((address) => !text.includes(`server ${address}`))
    .map((address) => `nginx: ${file} lacks ${address}.`)
}

function toBytes(size) {
  return /^\d+m$/.test(size ?? '') ? Number(size.slice(0, -1)) * 1024 * 1024 : Number.NaN
}

/** Not much more than the largest either: the proxy is the first to refuse. */
function isFittingSize(bytes, largest) {
  return bytes >= largest && bytes <= 1.2 * largest
}
