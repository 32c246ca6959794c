import type { ClusterFile } from '@tradefront/local-postgres/copy-cluster'
import * as z from 'zod'

import { CliError } from '../cli/cli-error.ts'

/** `cluster`: the files of the embedded PostgreSQL. `dump`: one file, written by pg_dump. */
const headSchema = z.object({
  kind: z.enum(['cluster', 'dump']),
  madeAt: z.iso.datetime(),
  /** Password of the cluster's superuser; empty for a dump. */
  password: z.string(),
})
export type ArchiveHead = z.infer<typeof headSchema>

const fileSchema = z.object({ path: z.string().min(1), size: z.int().min(0).optional() })
/** The segments of the write-ahead log that the files need. */
const endSchema = z.object({ wal: z.array(z.string()), files: z.int() })
const recordSchema = z.union([endSchema, fileSchema])

const lengthBytes = 4
const maxRecordBytes = 16 * 1024 * 1024

/** An archive is a head, files and an end, each a record of JSON after its length; the bytes of a file follow its record. */
export async function* packArchive(
  head: ArchiveHead,
  files: AsyncGenerator<ClusterFile, readonly string[]>,
): AsyncGenerator<Buffer> {
  yield toRecord(head)
  let count = 0
  try {
    for (;;) {
      const next = await files.next()
      if (next.done === true) {
        yield toRecord({ wal: next.value, files: count })
        return
      }
      const { path, size, read } = next.value
      count += 1
      yield toRecord(read === undefined ? { path } : { path, size })
      if (read !== undefined) yield* read()
    }
  } finally {
    // If the archive cannot be written, this ends the copy.
    await files.return([])
  }
}

export type OpenArchive = { readonly head: ArchiveHead; readonly files: AsyncGenerator<ClusterFile> }

/**
 * Opens an archive. Each file must be read before the next one is asked for.
 * @throws CliError if it has no end, or if a segment of the write-ahead log is missing, when all files were read
 */
export async function unpackArchive(source: AsyncIterable<Buffer>): Promise<OpenArchive> {
  const reader = createByteReader(source)
  return { head: headSchema.parse(await readRecord(reader)), files: unpackFiles(reader) }
}

async function* unpackFiles(reader: ByteReader): AsyncGenerator<ClusterFile> {
  const names = new Set<string>()
  for (;;) {
    const record = recordSchema.parse(await readRecord(reader))
    if ('wal' in record) {
      const missing = record.wal.filter((name) => !names.has(`pg_wal/${name}`))
      if (missing.length > 0)
        throw new CliError(
          `The backup lacks ${missing.join(', ')} of the write-ahead log: its files cannot be brought to one state.`,
        )
      if (names.size !== record.files || !(await reader.isAtEnd()))
        throw new CliError('The backup does not have the files that it names at its end.')
      return
    }
    const { path, size } = record
    names.add(path)
    yield size === undefined ? { path, size: 0 } : { path, size, read: () => reader.stream(size) }
  }
}

function toRecord(value: object): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json])
}

async function readRecord(reader: ByteReader): Promise<unknown> {
  const length = (await reader.read(lengthBytes)).readUInt32BE()
  if (length > maxRecordBytes) throw new CliError('The backup cannot be read: it was written by another version.')
  return JSON.parse((await reader.read(length)).toString('utf8'))
}

type ByteReader = {
  readonly read: (bytes: number) => Promise<Buffer>
  readonly stream: (bytes: number) => AsyncGenerator<Buffer>
  readonly isAtEnd: () => Promise<boolean>
}

function createByteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]()
  let left: Buffer = Buffer.alloc(0)
  /** Returns false at the end. */
  const pull = async () => {
    const { value, done } = await iterator.next()
    if (done !== true) left = value
    return done !== true
  }
  async function* stream(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0;) {
      if (left.length === 0 && !(await pull())) throw new CliError('The backup ends in the middle of a file.')
      const part = left.subarray(0, missing)
      left = left.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
  return {
    stream,
    read: async (bytes) => {
      const parts: Buffer[] = []
      for await (const part of stream(bytes)) parts.push(part)
      return Buffer.concat(parts)
    },
    isAtEnd: async () => {
      while (left.length === 0) if (!(await pull())) return true
      return false
    },
  }
}
