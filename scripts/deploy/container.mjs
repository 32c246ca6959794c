import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../install-deps.mjs'

const bases = { debian: 'localhost/debian:bookworm-slim', node: 'localhost/node:20-bookworm-slim' }
const image = 'localhost/tradefront:rehearsal'

/** @returns what the command has printed @throws with its last lines if it fails */
export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, ...options })
  if (done.error) throw new Error(`${command} cannot be run (${done.error.code})`)
  if (done.status === 0) return (done.stdout ?? '').trim()
  const lines = `${done.stdout ?? ''}${done.stderr ?? ''}`.trim().split('\n')
  throw new Error(`${command} ${args.join(' ')} has failed:\n${lines.slice(-25).join('\n')}`)
}

/**
 * Builds the image of deploy/Dockerfile with buildah. The two base images, which come from a registry otherwise, are made of Debian's packages by
 * debootstrap, and of the Node.js and npm of this machine.
 * @returns the folder with its files, and what it says about how to run it
 */
export function buildImage(folder, say) {
  const buildah = (...args) =>
    run('buildah', ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), ...args])
  const createBase = (name, files) => {
    const container = buildah('from', 'scratch')
    buildah('add', container, files, '/')
    buildah('commit', '--rm', container, name)
  }
  const debian = join(folder, 'debian')
  if (!existsSync(join(debian, 'etc/debian_version')))
    run('debootstrap', ['--variant=minbase', 'bookworm', debian], { stdio: ['ignore', 'ignore', 'pipe'] })
  createBase(bases.debian, debian)
  const node = join(folder, 'node')
  cpSync(debian, node, { recursive: true, verbatimSymlinks: true })
  addNode(node)
  createBase(bases.node, node)
  rmSync(node, { recursive: true })
  const baseArgs = ['--build-arg', `BUILD_IMAGE=${bases.node}`, '--build-arg', `RUN_IMAGE=${bases.debian}`]
  const options = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--pull-never']
  buildah('bud', ...options, ...baseArgs, '--file', join(root, 'deploy/Dockerfile'), '--tag', image, root)
  const container = buildah('from', '--pull-never', image)
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', image))
  const files = buildah('mount', container)
  say(`built, ${run('du', ['-sm', files]).split('\t')[0]} MB`)
  return { files, config: Docker.config }
}

/** As in the image of Node.js: `node` and `npm`. Also what npm needs to reach the registry of this machine. */
function addNode(folder) {
  const real = run('readlink', ['-f', run('sh', ['-c', 'command -v npm'])])
  const npm = real.slice(0, real.lastIndexOf('/bin/'))
  mkdirSync(join(folder, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  // The first one of PATH that is not of this project.
  copyFileSync(run('sh', ['-c', `PATH=/usr/local/bin:/usr/bin; command -v node`]), join(folder, 'usr/local/bin/node'))
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')])
  // A registry that this machine reaches through a proxy has a certificate of that proxy.
  const authorities = run('npm', ['config', 'get', 'cafile'])
  if (!existsSync(authorities)) return
  copyFileSync(authorities, join(folder, 'root/authorities.crt'))
  writeFileSync(join(folder, 'root/.npmrc'), 'cafile=/root/authorities.crt\n')
}

/** crun refuses the mixture of both versions of control groups that some machines have: it sees the second one only. */
const crunCommand = [
  '--mount',
  'sh',
  '-c',
  'mount -t cgroup2 none /sys/fs/cgroup && exec crun --cgroup-manager=disabled "$@"',
  'crun',
]

/**
 * Runs a command of the image with crun as Docker would with `--read-only --cap-drop ALL --security-opt no-new-privileges`, in the network of
 * this machine and without limits of memory.
 * @param command in place of the one of the image
 */
export function startContainer({ files, config }, { folder, name, env, command = config.Cmd }) {
  const bundle = join(folder, 'bundles', name)
  rmSync(bundle, { recursive: true, force: true })
  mkdirSync(bundle, { recursive: true })
  run('crun', ['spec'], { cwd: bundle })
  const spec = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8'))
  const [uid, gid] = config.User.split(':').map(Number)
  const none = Object.fromEntries(Object.keys(spec.process.capabilities).map((kind) => [kind, []]))
  Object.assign(spec.process, {
    terminal: false,
    user: { uid, gid },
    cwd: config.WorkingDir,
    args: [...config.Entrypoint, ...command],
    env: [...config.Env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)],
    capabilities: none,
    noNewPrivileges: true,
  })
  spec.root = { path: files, readonly: true }
  spec.mounts.push({ destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'size=64m'] })
  spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => !['network', 'cgroup'].includes(type))
  delete spec.linux.resources
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(spec))
  const crun = [...crunCommand, '--root', join(folder, 'crun')]
  const child = spawn('unshare', [...crun, 'run', '--bundle', bundle, name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed.text += String(part)))
  return {
    name,
    printed,
    /** The exit code. */
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
    signal: (signal) => run('unshare', [...crun, 'kill', name, signal]),
    exec: (...args) =>
      run('unshare', [...crun, 'exec', '--user', config.User, '--cwd', config.WorkingDir, name, ...args]),
  }
}
