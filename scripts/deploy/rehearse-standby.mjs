import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import pg from 'pg'

import { root } from '../install-deps.mjs'
import { run } from './container.mjs'

const passwords = { OWNER_PASSWORD: 'own', APP_PASSWORD: 'app', DESK_PASSWORD: 'desk', REPLICA_PASSWORD: 'rep' }
const limitMs = 60_000
/** Which other users can enter, unlike the folder of this project. */
const own = '/tmp/tradefront-rehearse-standby'

/**
 * Starts primary and standby by the scripts and settings of deploy/compose, with the PostgreSQL of Debian, whichever version that is. Then it
 * loses the standby for a while, and the primary for good.
 */
export async function rehearseStandby(folder, say) {
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own)
  const startAsPostgres = createStarter(findPostgres(), join(folder, 'standby.log'))
  const children = []
  const start = (...args) => {
    const child = startAsPostgres(...args)
    children.push(child)
    return child
  }
  try {
    prepareFiles()
    const ports = { primary: await findFreePort(), standby: await findFreePort() }
    const primary = await startPrimary(start, ports.primary)
    say('the roles and the database are created')
    const standby = startStandby(start, ports)
    const owner = await followPrimary(ports)
    say('the standby follows, and connections need TLS')

    await stop(standby)
    const commit = owner.query('insert into kept values (2)').then(() => 'committed')
    if ((await Promise.race([commit, sleep(2000, 'waits')])) !== 'waits')
      throw new Error('A commit must wait for the standby.')
    const again = startStandby(start, ports)
    if ((await Promise.race([commit, sleep(limitMs, 'waits')])) !== 'committed')
      throw new Error('A commit must not wait when the standby is back.')
    say('a commit waits until the standby is back')

    await stop(primary)
    const promotion = startAsPostgres('pg_ctl', ['promote', '--pgdata', join(own, 'standby')])
    if ((await once(promotion, 'exit'))[0] !== 0) throw new Error('The standby cannot be promoted.')
    await waitFor(
      'the promoted standby',
      ports.standby,
      'with added as (insert into kept values (3) returning 1) select true as is_done from added',
    )
    await waitFor('every commit', ports.standby, 'select count(*) = 3 as is_done from kept')
    say('the promoted standby has every commit, and takes new ones')
    await stop(again)
  } catch (error) {
    throw new Error(`${error.message} See .cache/rehearsal/standby.log.`)
  } finally {
    await Promise.all(children.map(stop))
    rmSync(own, { recursive: true, force: true })
  }
}

function findPostgres() {
  const versions = '/usr/lib/postgresql'
  const newest = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0] : undefined
  if (newest === undefined) throw new Error('A PostgreSQL of Debian is needed: apt-get install postgresql.')
  return join(versions, newest, 'bin')
}

/** PostgreSQL refuses to run as root. */
function createStarter(bin, logFile) {
  const log = openSync(logFile, 'w')
  return (command, args, env = {}) =>
    spawn('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args], {
      env: { ...env, PATH: `${bin}:${process.env.PATH}`, PGHOST: own },
      cwd: own,
      stdio: ['ignore', log, log],
    })
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGQUIT')
  await once(child, 'exit')
}

/** Certificates for the name localhost, and the files of deploy/compose with the folder in place of those of a container. */
function prepareFiles() {
  const authority = ['-keyout', join(own, 'ca.key'), '-out', join(own, 'ca.crt'), '-subj', '/CN=rehearsal']
  run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...authority])
  const request = ['-keyout', join(own, 'database.key'), '-out', join(own, 'database.csr'), '-subj', '/CN=localhost']
  run('openssl', ['req', '-newkey', 'rsa:2048', '-nodes', ...request])
  writeFileSync(join(own, 'names'), 'subjectAltName=DNS:localhost')
  const signing = ['-CA', join(own, 'ca.crt'), '-CAkey', join(own, 'ca.key'), '-CAcreateserial', '-days', '1']
  const signed = ['-in', join(own, 'database.csr'), '-out', join(own, 'database.crt'), '-extfile', join(own, 'names')]
  run('openssl', ['x509', '-req', ...signing, ...signed])
  for (const file of ['postgresql.conf', 'create-roles.sh', 'start-standby.sh']) {
    const text = readFileSync(join(root, 'deploy/compose', file), 'utf8')
    writeFileSync(join(own, file), text.replaceAll('/certs/', `${own}/`))
  }
  run('chown', ['-R', 'postgres:', own])
  chmodSync(join(own, 'database.key'), 0o600)
}

const settings = [`-cconfig_file=${own}/postgresql.conf`, `-cunix_socket_directories=${own}`]

/** As the image of PostgreSQL does: it runs create-roles.sh in a new database. */
async function startPrimary(start, port) {
  const data = join(own, 'primary')
  await once(start('initdb', ['--pgdata', data, '--username', 'postgres', '--no-sync']), 'exit')
  const primary = start('postgres', ['-D', data, ...settings, `-cport=${port}`])
  await waitFor('the primary', port, 'select true as is_done', 'postgres')
  const created = start('bash', [join(own, 'create-roles.sh')], { ...passwords, PGDATA: data, PGPORT: String(port) })
  if ((await once(created, 'exit'))[0] !== 0) throw new Error('create-roles.sh has failed.')
  // The image starts PostgreSQL again after its scripts, which reads what they have changed.
  primary.kill('SIGHUP')
  return primary
}

/** Its second start finds its files. */
function startStandby(start, ports) {
  const standbySettings = [`-cport=${ports.standby}`, '-ccluster_name=standby', '-csynchronous_standby_names=']
  return start('bash', [join(own, 'start-standby.sh'), ...settings, ...standbySettings], {
    PRIMARY_HOST: 'localhost',
    PGPORT: String(ports.primary),
    PGDATA: join(own, 'standby'),
    REPLICA_PASSWORD: passwords.REPLICA_PASSWORD,
  })
}

/** @returns a connection of the owner to the primary, by the network, as servers connect */
async function followPrimary(ports) {
  const isSynchronous = `select exists (select from pg_stat_replication where application_name = 'standby' and sync_state = 'sync') as is_done`
  await waitFor('synchronous replication', ports.primary, isSynchronous)
  const role = { user: 'tradefront_owner', password: passwords.OWNER_PASSWORD, database: 'tradefront' }
  const connection = { host: 'localhost', port: ports.primary, ...role }
  const refusal = await new pg.Client({ ...connection, ssl: false }).connect().then(
    () => 'accepted',
    (error) => error.code,
  )
  if (refusal !== '28000') throw new Error(`A connection without TLS must be refused: ${refusal}.`)
  const owner = new pg.Client({ ...connection, ssl: { ca: readFileSync(join(own, 'ca.crt'), 'utf8') } })
  // It ends with the primary.
  owner.on('error', () => undefined)
  await owner.connect()
  await owner.query('create extension pgcrypto; create extension pg_trgm; create table kept (id int)')
  await owner.query('insert into kept values (1)')
  await waitFor('the row on the standby', ports.standby, 'select count(*) = 1 as is_done from kept')
  return owner
}

/** Asks as the superuser, by the socket. */
async function waitFor(what, port, sql, database = 'tradefront') {
  for (const until = Date.now() + limitMs; Date.now() < until; await sleep(200)) {
    const client = new pg.Client({ host: own, port, user: 'postgres', database })
    client.on('error', () => undefined)
    try {
      await client.connect()
      if ((await client.query(sql)).rows[0]?.is_done === true) return
    } catch {
      // Not yet.
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error(`${what} is not there after ${limitMs / 1000} s.`)
}
