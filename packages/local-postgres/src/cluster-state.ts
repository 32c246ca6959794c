import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { findFreePort } from './free-port.ts'
import { LocalPostgresError } from './local-postgres-error.ts'
import { SUPERUSER } from './postgres-process.ts'
import { writeFileIfAbsent } from './write-file-if-absent.ts'

export const DATABASE = 'tradefront'

const clusterStateSchema = z.object({ id: z.string(), port: z.number(), password: z.string() })

/** Id, port and password of the cluster of one data folder, kept in its `postgres.json`. */
export type ClusterState = z.infer<typeof clusterStateSchema>

export function hasClusterState(dataDir: string): boolean {
  return existsSync(getStatePath(dataDir))
}

export async function loadOrCreateClusterState(dataDir: string): Promise<ClusterState> {
  const file = getStatePath(dataDir)
  if (!existsSync(file)) await createClusterState(file)
  try {
    return clusterStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new LocalPostgresError(
      `${file} cannot be read: restore it from a backup, or move the data folder away to start with an empty one.`,
    )
  }
}

async function createClusterState(file: string): Promise<void> {
  const state: ClusterState = {
    id: randomBytes(8).toString('hex'),
    port: await findFreePort(),
    password: randomBytes(24).toString('base64url'),
  }
  try {
    writeFileIfAbsent(file, JSON.stringify(state))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new LocalPostgresError(
      `The data folder ${dirname(file)} cannot be written (${code}): set DATA_DIR to a folder that you own.`,
    )
  }
}

export function saveClusterState(dataDir: string, state: ClusterState): void {
  const tempFile = `${getStatePath(dataDir)}.${process.pid}`
  writeFileSync(tempFile, JSON.stringify(state), { mode: 0o600 })
  renameSync(tempFile, getStatePath(dataDir))
}

/** Returns the address for the superuser. */
export function buildSuperuserUrl(state: Pick<ClusterState, 'port' | 'password'>, database: string): string {
  return `postgres://${SUPERUSER}:${state.password}@127.0.0.1:${state.port}/${database}`
}

function getStatePath(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}
