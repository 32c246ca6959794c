import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'

import { type ClusterState, loadOrCreateClusterState } from './cluster-state.ts'
import { LocalPostgresError } from './local-postgres-error.ts'
import { connectToCluster } from './ownership.ts'
import { findPostgresPaths } from './postgres-binaries.ts'
import { readPostmaster } from './postgres-process.ts'

/** A file of a cluster, or a folder without `read`. Paths are relative to the cluster, with `/`. */
export type ClusterFile = {
  readonly path: string
  /** The bytes that `read` returns, also if the file changes its size while it is read. */
  readonly size: number
  readonly read?: () => AsyncGenerator<Buffer>
}

export type ClusterCopy = {
  /** Password of the superuser, which the copy keeps. */
  readonly password: string
  /** Each file must be read before the next one is asked for. Returns the segments of the write-ahead log that the copy needs. */
  readonly files: AsyncGenerator<ClusterFile, readonly string[]>
}

const chunkBytes = 1024 * 1024
/** Folders that PostgreSQL needs, without what is in them. The log is copied at the end. */
const emptyFolders = /^(?:pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
/** Files of a running server, and those that it makes again. */
const leftOut =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|postgresql\.auto\.conf\.tmp|current_logfiles(?:\.tmp)?)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/
/** The last file, because PostgreSQL writes it when a checkpoint has ended. */
const controlFile = 'global/pg_control'

/**
 * Copies the cluster of a data folder while it is used, as PostgreSQL's "low-level base backup" does: files in any state, and the write-ahead
 * log from the start to the end of the copy, which brings them to one state.
 * @throws LocalPostgresError if PostgreSQL is not running, or a file is missing
 */
export async function copyCluster(dataDir: string): Promise<ClusterCopy> {
  const state = await loadOrCreateClusterState(dataDir)
  const paths = await findPostgresPaths(dataDir, state.id)
  const client = await connectAsSuperuser(state, readPostmaster(paths)?.port)
  return { password: state.password, files: readCluster(client, paths.cluster) }
}

async function* readCluster(client: pg.Client, cluster: string): AsyncGenerator<ClusterFile, readonly string[]> {
  try {
    // A slot of this session, so that no checkpoint removes the log that the copy needs.
    const slot = `tradefront_backup_${process.pid}_${Date.now()}`
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    await client.query(`select pg_backup_start('tradefront', fast => true)`)
    yield* readFolder(cluster, '')
    yield await openFile(cluster, controlFile)
    const { rows } = await client.query<{ label: string; map: string; end: string }>(
      `select labelfile as label, spcmapfile as map, (lsn - '0/0')::text as end
         from pg_backup_stop(wait_for_archive => false)`,
    )
    const [row] = rows
    if (row === undefined || row.map.trim() !== '')
      throw new LocalPostgresError(
        'A cluster with tablespaces of its own cannot be copied: move its tables back first.',
      )
    yield toFile('backup_label', Buffer.from(row.label))
    const wal = listSegments(row.label, BigInt(row.end), await readSegmentBytes(client))
    for (const name of wal) yield await openFile(cluster, `pg_wal/${name}`)
    return wal
  } finally {
    // This ends the backup mode and drops the slot, whatever has happened.
    await client.end().catch(() => undefined)
  }
}

async function connectAsSuperuser(state: ClusterState, port: number | undefined): Promise<pg.Client> {
  const client = port === undefined ? null : await connectToCluster({ ...state, port })
  if (client === null || client === 'starting')
    throw new LocalPostgresError('PostgreSQL is not running. Start it: it must run during the backup.')
  return client
}

async function readSegmentBytes(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query<{ bytes: string }>(
    `select setting as bytes from pg_settings where name = 'wal_segment_size'`,
  )
  return BigInt(rows[0]?.bytes ?? 0)
}

/** Lists the segments from the one that the label names to the one with the last byte before `end`. */
export function listSegments(label: string, end: bigint, segmentBytes: bigint): string[] {
  const [, timeline = '', high = '', low = ''] = /file ([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\)/.exec(label) ?? []
  if (timeline === '') throw new LocalPostgresError('PostgreSQL has not said where the copy begins in its log.')
  const perHigh = 0x1_0000_0000n / segmentBytes
  const toHex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0')
  const names: string[] = []
  for (let number = BigInt(`0x${high}`) * perHigh + BigInt(`0x${low}`); number * segmentBytes < end; number += 1n)
    names.push(`${timeline}${toHex(number / perHigh)}${toHex(number % perHigh)}`)
  return names
}

async function* readFolder(cluster: string, folder: string): AsyncGenerator<ClusterFile> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true }).catch(ignoreMissing)) {
    const path = `${folder}${entry.name}`
    if (leftOut.test(path) || path === controlFile || emptyFolders.test(path)) continue
    if (entry.isSymbolicLink())
      throw new LocalPostgresError(`${path} is a link: a cluster with files in other places cannot be copied.`)
    if (entry.isDirectory()) {
      yield { path, size: 0 }
      // PostgreSQL creates the files of these folders again.
      if (path === 'pg_wal')
        for (const name of ['archive_status', 'summaries']) yield { path: `pg_wal/${name}`, size: 0 }
      else yield* readFolder(cluster, `${path}/`)
    } else if (entry.isFile()) {
      const file = await openFile(cluster, path).catch(ignoreMissing)
      if (!Array.isArray(file)) yield file
    }
  }
}

/** Files of dropped tables disappear while they are listed. */
function ignoreMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

async function openFile(cluster: string, path: string): Promise<ClusterFile> {
  const handle = await open(join(cluster, path), 'r').catch((error: unknown) => {
    if (path.startsWith('pg_wal/') && ignoreMissing(error).length === 0)
      throw new LocalPostgresError(`The segment ${path} was removed before it was copied: try again.`)
    throw error
  })
  const { size } = await handle.stat()
  return { path, size, read: () => readFile(handle, size) }
}

/** Reads as many bytes as the file had. One that has become shorter is filled up: the log has what it became. */
async function* readFile(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  try {
    for (let position = 0; position < size;) {
      const length = Math.min(chunkBytes, size - position)
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position)
      position += bytesRead === 0 ? length : bytesRead
      yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

function toFile(path: string, content: Buffer): ClusterFile {
  return {
    path,
    size: content.length,
    read: async function* () {
      yield content
    },
  }
}
