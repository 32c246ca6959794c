import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  buildPage,
  buildStream,
  createBlackPng,
  createEndlessPdf,
  createPackedObjectStream,
  createPdfWithPages,
  createPngWithClaimedSize,
  insertTextBombs,
  repeatTo,
} from '../../../../test/fixtures/documents/hostile-files.ts'
import { createPdf, createPhoto, createPng } from '../../../../test/fixtures/documents/upload-files.ts'
import { maxProcessBytes } from './limits.ts'
import type { RedrawOutcome, RedrawUsage } from './outcome.ts'
import { type RedrawProcessOptions, runRedrawProcess } from './run-process.ts'

type Run = { readonly outcome: RedrawOutcome; readonly usage: RedrawUsage | null; readonly errors: unknown[] }

async function run(bytes: Buffer, options: Partial<RedrawProcessOptions> = {}): Promise<Run> {
  const errors: unknown[] = []
  let usage: RedrawUsage | null = null
  const outcome = await runRedrawProcess('document', bytes, {
    ...options,
    onUsage: (used) => {
      usage = used
    },
    onError: (error) => errors.push(error),
  })
  return { outcome, usage, errors }
}

const image = (side: number, colours: 'RGB' | 'Gray') =>
  buildPage('200 0 0 200 0 0 cm /I Do', '/XObject << /I 5 0 R >>', [
    buildStream(
      Buffer.alloc(side * side * (colours === 'RGB' ? 3 : 1)),
      `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /Device${colours} /BitsPerComponent 8`,
      true,
    ),
  ])

const costly: readonly [what: string, make: () => Buffer | Promise<Buffer>, kind: RedrawOutcome['kind']][] = [
  ['a PNG with 200 texts of 40 MB', async () => insertTextBombs(await createPng(10, 10)), 'drawn'],
  ['a PNG of 64,000,000 by 1', () => createPngWithClaimedSize(64_000_000, 1), 'unreadable'],
  ['a PNG of 640,000 by 100', () => createPngWithClaimedSize(640_000, 100), 'too_many_pixels'],
  ['an interlaced PNG of 8000 by 8000 with 64 bits', () => createBlackPng(8000, 8000, 16, true), 'too_costly'],
  ['the same one row by row', () => createBlackPng(8000, 8000, 16, false), 'drawn'],
  ['a PDF of 60 KB with an object of 64 MB', () => createPdf(createPackedObjectStream(Buffer.alloc(64e6))), 'drawn'],
  [
    'a PDF with 4,990 costly dictionaries',
    () => createPdf(`5 0 obj\n<< /Filter${' '.repeat(880)}>>\nstream\nx\nendstream\nendobj\n`.repeat(4990)),
    'drawn',
  ],
  ['a PDF with 9.7 MB of >>', () => createPdf(repeatTo(9_700_000, '>>')), 'drawn'],
  ['a PDF with 4 MB of [', () => createPdf(`5 0 obj\n${repeatTo(4_000_000, '[')}`), 'unreadable'],
  ['a PDF of 5,000 pages', () => createPdfWithPages(5000), 'too_many_pages'],
  ['a PDF without an end', createEndlessPdf, 'too_costly'],
  ['a PDF page of 100 MB', () => buildPage(repeatTo(100e6, 'q Q ')), 'too_costly'],
  ['a PDF with a picture of 10,000 by 10,000', () => image(10_000, 'RGB'), 'drawn'],
  ['a PDF with a picture of 20,000 by 20,000', () => image(20_000, 'Gray'), 'drawn'],
]

/**
 * The server was measured to take up to 15 ms on a quiet machine, and 170 ms on a busy one. Drawing the cheapest of these files in it would
 * take seconds.
 */
const maxServerCpuMs = 1000

describe('a costly file has a bounded cost in the process and hardly any in the server', () => {
  test.each(costly)('%s', async (_what, make, kind) => {
    const bytes = await make()
    const before = process.threadCpuUsage()
    // The limit of time would end the process on a busy machine.
    const { outcome, usage, errors } = await run(bytes, { maxWallMs: 600_000 })
    const { user, system } = process.threadCpuUsage(before)
    expect([outcome.kind, errors]).toEqual([kind, []])
    // A process that has been ended at a limit has no figures.
    if (usage !== null) {
      expect(usage.cpuMs).toBeLessThan(8000)
      expect(usage.maxBytes).toBeLessThan(maxProcessBytes)
    }
    expect((user + system) / 1000).toBeLessThan(maxServerCpuMs)
  })
})

test('a photo of a phone takes little CPU and memory', async () => {
  const { outcome, usage } = await run(await createPhoto(4000, 3000))
  expect(outcome.kind).toBe('drawn')
  expect(usage?.cpuMs).toBeLessThan(3000)
  expect(usage?.maxBytes).toBeLessThan(250_000_000)
})

describe('the process is ended', () => {
  test.each([
    ['above the limit of memory', { maxProcessBytes: 1 }],
    ['above the limit of CPU time', { maxCpuMs: 1 }],
    ['above the limit of time', { maxWallMs: 1 }],
  ])('%s, and the file is too costly', async (_what, limits) => {
    expect(await run(createEndlessPdf(), limits)).toMatchObject({ outcome: { kind: 'too_costly' }, errors: [] })
  })

  test('when the server stops', async () => {
    const stopped = new AbortController()
    const running = run(createEndlessPdf(), { signal: stopped.signal })
    stopped.abort()
    await expect(running).rejects.toThrow()
  })
})

describe('the server goes on after a process that', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'redraw-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const write = (bytes: string) => `import { writeSync } from 'node:fs'; writeSync(3, ${bytes})`
  const head = (sizes: number[]) => JSON.stringify({ kind: 'drawn', sizes, usage: { cpuMs: 1, maxBytes: 1 } })

  test.each([
    ['crashes', 'process.abort()', 'SIGABRT'],
    ['throws', "throw new Error('no codec')", 'no codec'],
    ['ends without a reply', 'process.exit(0)', 'no reply'],
    ['replies with anything else', write("'<html>'"), 'no reply'],
    ['replies with a page', write(`'${head([6])}\\n<html>'`), 'no reply'],
    ['replies with less than it says', write(`'${head([600])}\\n\\xff\\xd8\\xff'`), 'no reply'],
    ['replies with too many pages', write(`'${head(Array.from({ length: 11 }, () => 1))}\\n'`), 'no reply'],
  ])('%s', async (_what, code, message) => {
    const program = join(folder, `${message.replace(' ', '-')}.mjs`)
    await writeFile(program, code)
    const { outcome, errors } = await run(await createPhoto(80, 60), { program })
    expect(outcome).toEqual({ kind: 'unreadable' })
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })])
  })

  test('replies without an end', async () => {
    const program = join(folder, 'flood.mjs')
    await writeFile(program, "import { writeSync } from 'node:fs'; for (;;) writeSync(3, Buffer.alloc(1e6, '{'))")
    expect(await run(await createPhoto(80, 60), { program })).toMatchObject({ outcome: { kind: 'too_costly' } })
  })

  test('knows none of the server’s secrets', async () => {
    process.env['SECRET_KEY'] = 'canary'
    const program = join(folder, 'secrets.mjs')
    await writeFile(program, 'throw new Error(JSON.stringify(process.env))')
    const { errors } = await run(await createPhoto(80, 60), { program }).finally(() => delete process.env['SECRET_KEY'])
    expect(String(errors[0])).toContain('MALLOC_ARENA_MAX')
    expect(String(errors[0])).not.toMatch(/canary|PATH|HOME/)
  })
})
