import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

import { decodeReply, maxReplyBytes } from './decode-reply.ts'
import { maxCpuMs, maxProcessBytes, maxWallMs } from './limits.ts'
import type { RedrawOutcome, RedrawTask, RedrawUsage } from './outcome.ts'

export type RedrawProcessOptions = {
  readonly program?: string
  readonly maxCpuMs?: number
  readonly maxProcessBytes?: number
  readonly maxWallMs?: number
  readonly onUsage?: (usage: RedrawUsage) => void
  /** Called after a crash, or a reply that cannot be read. */
  readonly onError: (error: unknown) => void
  /** Ends the process when it is aborted. */
  readonly signal?: AbortSignal
}

const defaultProgram = fileURLToPath(new URL('main.mjs', import.meta.url))
const maxErrorBytes = 2000

/**
 * Draws one file in a process of its own, which has no secrets and shares neither memory nor threads with the server. It ends with the
 * file, at a limit or by a crash; the server goes on in each case. @throws if the process cannot be started
 */
export async function runRedrawProcess(
  task: RedrawTask,
  bytes: Buffer,
  options: RedrawProcessOptions,
): Promise<RedrawOutcome> {
  const limits = [options.maxCpuMs ?? maxCpuMs, options.maxProcessBytes ?? maxProcessBytes]
  const child = spawn(process.execPath, [options.program ?? defaultProgram, task, ...limits.map(String)], {
    // Each arena of glibc keeps memory.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    timeout: options.maxWallMs ?? maxWallMs,
    killSignal: 'SIGKILL',
    signal: options.signal,
  })
  const kill = () => child.kill('SIGKILL')
  const end = once(child, 'close')
  const [stdin, , stderr, replies] = child.stdio
  // The process can end before it has read everything; the reply says why.
  stdin?.on('error', () => undefined).end(bytes)
  const [reply, errors] = [collectBytes(replies, maxReplyBytes, kill), collectBytes(stderr, maxErrorBytes, () => false)]
  const [, signal] = await end
  const decoded = decodeReply(reply())
  if (decoded) {
    options.onUsage?.(decoded.usage)
    return decoded.outcome
  }
  if (signal === 'SIGKILL') return { kind: 'too_costly' }
  options.onError(new Error(`the process that draws uploads failed (${signal ?? 'no reply'}): ${errors().toString()}`))
  return { kind: 'unreadable' }
}

/** Collects the bytes of a stream. @param onFull called at the limit; the rest is dropped */
function collectBytes(stream: unknown, limit: number, onFull: () => unknown): () => Buffer {
  const chunks: Buffer[] = []
  let size = 0
  if (stream instanceof Readable) {
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else onFull()
    })
    stream.on('error', () => undefined)
  }
  return () => Buffer.concat(chunks)
}
