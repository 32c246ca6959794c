import { createHash } from 'node:crypto'

export type RawOutput = { readonly index: number; readonly script: string; readonly value: bigint }
export type RawTransaction = { readonly txid: string; readonly outputs: readonly RawOutput[] }
export type RawBlock = {
  readonly hash: string
  readonly parentHash: string
  readonly time: Date
  readonly transactions: readonly RawTransaction[]
}

const headerBytes = 80

/**
 * Reads the block format of the network. Nodes agree on it, unlike on their JSON, and the hash proves that the header is the
 * one that was asked for. @throws RangeError if bytes are missing or left over
 */
export function parseRawBlock(hex: string): RawBlock {
  const reader = createReader(hex)
  const header = reader.read(headerBytes)
  const transactions = Array.from({ length: reader.readCount() }, () => readTransaction(reader))
  reader.end()
  return {
    hash: toHash(header),
    parentHash: reverse(header.subarray(4, 36)),
    time: new Date(header.readUInt32LE(68) * 1000),
    transactions,
  }
}

/** Reads the transaction format of the network. @throws RangeError if bytes are missing or left over */
export function parseRawTransaction(hex: string): RawTransaction {
  const reader = createReader(hex)
  const transaction = readTransaction(reader)
  reader.end()
  return transaction
}

type Reader = ReturnType<typeof createReader>

function readTransaction(reader: Reader): RawTransaction {
  const version = reader.read(4)
  const hasWitness = reader.skipIf(0x00_01)
  const start = reader.position()
  const inputs = reader.readCount()
  for (let input = 0; input < inputs; input += 1) {
    reader.read(36)
    reader.read(reader.readCount())
    reader.read(4)
  }
  const outputs = Array.from({ length: reader.readCount() }, (_, index) => {
    const value = reader.read(8).readBigUInt64LE()
    return { index, value, script: reader.read(reader.readCount()).toString('hex') }
  })
  const body = reader.since(start)
  for (let input = 0; hasWitness && input < inputs; input += 1) {
    const items = reader.readCount()
    for (let item = 0; item < items; item += 1) reader.read(reader.readCount())
  }
  const lockTime = reader.read(4)
  return { txid: toHash(version, body, lockTime), outputs }
}

function createReader(hex: string) {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length * 2 !== hex.length) throw new RangeError('not hexadecimal')
  let at = 0
  const read = (length: number): Buffer => {
    if (length > bytes.length - at) throw new RangeError('cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    read,
    /** Reads the variable-length integer of the network. */
    readCount: (): number => {
      const first = read(1).readUInt8()
      if (first < 0xfd) return first
      if (first === 0xfd) return read(2).readUInt16LE()
      if (first === 0xfe) return read(4).readUInt32LE()
      throw new RangeError('too long')
    },
    skipIf: (next: number): boolean => {
      if (at + 2 > bytes.length || bytes.readUInt16BE(at) !== next) return false
      at += 2
      return true
    },
    position: () => at,
    since: (start: number) => bytes.subarray(start, at),
    end: () => {
      if (at !== bytes.length) throw new RangeError('too many bytes')
    },
  }
}

function toHash(...parts: readonly Buffer[]): string {
  const first = createHash('sha256')
  for (const part of parts) first.update(part)
  return reverse(createHash('sha256').update(first.digest()).digest())
}

/** Reverses the bytes of a hash, because hashes are printed in reverse. */
function reverse(bytes: Buffer): string {
  return Buffer.from(bytes).reverse().toString('hex')
}
