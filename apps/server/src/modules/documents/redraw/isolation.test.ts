import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const execute = promisify(execFile)
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Loads a module in a new process. Returns the native libraries for pictures, and whether the PDF library is there. */
async function listDecoders(path: string): Promise<string[]> {
  const program = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import(${JSON.stringify(file(path))})
    console.log(JSON.stringify(loaded.filter((url) => /node_modules.*(sharp|pdfium)/.test(url))))`
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout)
}

test('the server loads no decoder, so no file shares memory or threads with a login', async () => {
  expect(await listDecoders('../../../app.ts')).toEqual([])
  expect(await listDecoders('draw-picture.ts')).not.toEqual([])
})

test('only the drawing process imports a decoder, now or later', () => {
  const root = file('../../../')
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!.*\.test\.ts$).*\.(ts|mjs)$/.test(path),
  )
  const listImporters = (pattern: RegExp) =>
    sources.filter((path) => pattern.test(readFileSync(root + path, 'utf8'))).map((path) => path.split('redraw/')[1])
  expect(new Set(listImporters(/'(sharp|@hyzyla\/pdfium)'/))).toEqual(new Set(['draw-pdf.ts', 'draw-picture.ts']))
  expect(new Set(listImporters(/'[^']*\/draw-(pdf|picture)\.ts'/))).toEqual(new Set(['draw-file.ts', 'draw-pdf.ts']))
  expect(listImporters(/'[^']*\/draw-file\.ts'/)).toEqual(['main.mjs'])
})

test('the PDF library is loaded for PDFs only', async () => {
  const decoders = await listDecoders('draw-file.ts')
  expect(decoders).not.toEqual([])
  expect(decoders.filter((url) => url.includes('pdfium'))).toEqual([])
})
