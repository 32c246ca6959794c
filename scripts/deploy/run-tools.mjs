import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** Above this, `systemd-analyze security` calls a unit exposed: 0 is best, 100 worst. */
const maxExposure = 30

/** Checks that another program does, by its command. Each gets the parsed files and an empty folder, and returns sentences about what is wrong. */
export const toolChecks = {
  'systemd-analyze verify': checkUnits,
  'nginx -t': checkNginx,
  'promtool check': checkPrometheus,
  'docker compose config': checkComposeFile,
  'bash -n': checkShellScripts,
}

/** Thrown by a check whose program this machine does not have. */
export class MissingToolError extends Error {}

/** @returns the sentence of the program, or null if it has found nothing */
function run(command, ...args) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (error?.code === 'ENOENT') throw new MissingToolError(`${command} is not installed`)
  return status === 0 ? null : `${command}: ${`${stdout}${stderr}`.trim() || error?.message}`
}

const listProblems = (...sentences) => sentences.filter((sentence) => sentence !== null)

/** With the Node.js of this process in place of the one of the installation. */
function checkUnits({ units }, folder) {
  const files = Object.entries(units).map(([name, text]) => {
    const path = join(folder, name.replace('@.', '@3001.'))
    writeFileSync(path, text.replaceAll('/opt/tradefront/node_modules/.bin/node', process.execPath))
    return path
  })
  return listProblems(
    run('systemd-analyze', 'verify', '--man=no', ...files),
    ...files.map((file) =>
      run('systemd-analyze', 'security', '--offline=true', `--threshold=${maxExposure}`, '--no-pager', file),
    ),
  )
}

/** With certificates of its own and ports that any user can open. Names of containers, which do not exist here, are this machine. */
function checkNginx({ nginx, upstreams }, folder) {
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=test']
  for (const name of ['trade', 'desk']) {
    const failure = run(
      'openssl',
      ...certificate,
      ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)],
    )
    if (failure) return [failure]
  }
  const site = nginx.replaceAll('/etc/nginx/certs', folder).replaceAll(/listen (?=80\b|443\b)/g, 'listen 1')
  return Object.entries(upstreams).flatMap(([name, text]) => {
    const local = text.replaceAll(/server (?:server-\d|desk):/g, 'server 127.0.0.1:')
    const config = join(folder, `${name}.nginx`)
    writeFileSync(config, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}\n${local}\n}\n`)
    return listProblems(run('nginx', '-t', '-q', '-e', 'stderr', '-c', config))
  })
}

function checkPrometheus({ folder: deployFolder }, folder) {
  const rules = join(deployFolder, 'prometheus')
  const ruleFiles = existsSync(rules) ? readdirSync(rules).filter((file) => file.endsWith('.yml')) : []
  const config = readFileSync(join(deployFolder, 'compose/prometheus.yml'), 'utf8')
  const copy = join(folder, 'prometheus.yml')
  writeFileSync(copy, config.replace('/etc/prometheus/rules', rules))
  return listProblems(
    run('promtool', 'check', 'config', copy),
    ...ruleFiles.map((file) => run('promtool', 'check', 'rules', join(rules, file))),
  )
}

/** With the examples as the files that they are examples of, filled in. */
function checkComposeFile({ folder: deployFolder }, folder) {
  const copy = join(folder, 'deploy')
  mkdirSync(copy)
  for (const name of ['compose', 'env']) {
    cpSync(join(deployFolder, name), join(copy, name), { recursive: true })
    for (const file of readdirSync(join(copy, name)).filter((each) => each.endsWith('.example'))) {
      const path = join(copy, name, basename(file, '.example'))
      renameSync(join(copy, name, file), path)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/^(\w+)=$/gm, '$1=filled-in'))
    }
  }
  const args = ['--project-directory', join(copy, 'compose'), '-f', join(copy, 'compose/compose.yaml'), 'config', '-q']
  const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0
  const env = ['--env-file', join(copy, 'compose/.env')]
  return listProblems(hasPlugin ? run('docker', 'compose', ...env, ...args) : run('docker-compose', ...env, ...args))
}

function checkShellScripts({ folder: deployFolder }) {
  const folder = resolve(deployFolder, 'compose')
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.sh'))
  return listProblems(...scripts.map((file) => run('bash', '-n', join(folder, file))))
}
