import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import type { ClusterCopy } from '@tradefront/local-postgres/copy-cluster'

import { getErrorCode } from '../../platform/error-code.ts'
import { CliError } from '../cli/cli-error.ts'
import { type ArchiveHead, type OpenArchive, packArchive, unpackArchive } from './archive.ts'
import { openStream, sealStream } from './sealed-stream.ts'

/** Fast: pages of a database still shrink to a fifth. */
const compressionLevel = 1

/**
 * Writes a backup that only its owner can read. It has another name until it is complete and on the disk, which begins with a dot, so that
 * nothing takes it for a backup.
 * @returns its size in bytes
 */
export async function writeBackupFile(
  file: string,
  key: Buffer,
  head: ArchiveHead,
  files: ClusterCopy['files'],
): Promise<number> {
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`)
  try {
    await pipeline(
      packArchive(head, files),
      createGzip({ level: compressionLevel }),
      (source: AsyncIterable<Buffer>) => sealStream(key, source),
      createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true }),
    )
    const { size } = await stat(partial)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    await rm(partial, { force: true })
    const code = getErrorCode(error)
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR' || code === 'ENOSPC' || code === 'EROFS')
      throw new CliError(`The backup cannot be written to ${dirname(file)} (${code}). No backup was made.`)
    throw error
  }
}

/** Opens a backup. @throws CliError, also while its files are read: what was read before is then not to be used */
export async function openBackupFile(file: string, keys: readonly Buffer[]): Promise<OpenArchive> {
  const stream = createReadStream(file)
  try {
    return await unpackArchive(unpackStream(keys, stream))
  } catch (error) {
    stream.destroy()
    const code = getErrorCode(error)
    if (code !== undefined && code !== null && error instanceof Error && 'syscall' in error)
      throw new CliError(`The backup ${file} cannot be read (${code}).`)
    throw error
  }
}

async function* unpackStream(keys: readonly Buffer[], stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const done = pipeline(openStream(keys, stream), gunzip)
  // `await done` below throws the error.
  done.catch(() => undefined)
  try {
    for await (const chunk of gunzip) yield chunk as Buffer
  } catch {
    // `await done` below throws the error.
  }
  await done
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
