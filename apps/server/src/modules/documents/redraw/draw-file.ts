import { createWriteStream } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'

import { detectFileType } from '@tradefront/rules/uploads/file-type'

import { drawPhoto, drawSignature } from './draw-picture.ts'
import type { RedrawOutcome, RedrawReplyHead, RedrawUsage } from './outcome.ts'
import { reduceJpeg } from './reduce-jpeg.ts'
import { reducePng } from './reduce-png.ts'

/** Reads the file from standard input and writes the reply to descriptor 3. @param argv arguments from `runRedrawProcess` */
export async function drawFile([, , task, maxCpuMs, maxBytes]: readonly string[]): Promise<void> {
  letServerGoFirst()
  // The kernel's own figure also counts the server, which this process was copied from.
  const peak = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  const limits = { maxCpuMs: Number(maxCpuMs), maxBytes: Number(maxBytes), peak }
  new Worker(new URL('watch-usage.mjs', import.meta.url), { workerData: limits }).unref()
  const outcome = await draw(task, await buffer(process.stdin))
  const reply = createWriteStream('', { fd: 3 })
  const { user, system } = process.cpuUsage()
  const usage = {
    cpuMs: Math.round((user + system) / 1000),
    maxBytes: Math.max(peak[0] ?? 0, process.memoryUsage.rss()),
  }
  reply.end(encodeReply(outcome, usage))
  await finished(reply)
  process.exit()
}

function letServerGoFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some containers forbid this.
  }
}

async function draw(task: string | undefined, bytes: Buffer): Promise<RedrawOutcome> {
  switch (detectFileType(bytes)) {
    case 'application/pdf':
      // This is loaded for PDFs only.
      return (await import('./draw-pdf.ts')).drawPdf(bytes)
    case 'image/jpeg':
      return drawPhoto(reduceJpeg(bytes))
    case 'image/png':
      return task === 'signature' ? drawSignature(reducePng(bytes)) : drawPhoto(reducePng(bytes))
    case null:
      return { kind: 'unreadable' }
  }
}

function encodeReply(outcome: RedrawOutcome, usage: RedrawUsage): Buffer {
  const pages = outcome.kind === 'drawn' ? outcome.pages : []
  const head: RedrawReplyHead = { kind: outcome.kind, sizes: pages.map(({ length }) => length), usage }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...pages])
}
