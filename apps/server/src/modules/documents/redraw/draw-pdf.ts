import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { maxFileBytes, maxPdfPages } from '@tradefront/rules/uploads/limits'

import { encodePage } from './draw-picture.ts'
import { maxPdfHeapBytes, pdfPageSidePx } from './limits.ts'
import type { RedrawOutcome } from './outcome.ts'

/** Text of the library's error. */
const passwordError = 'Password required or incorrect password'

/** Draws each page as a JPEG. The library knows neither scripts nor files nor the network. */
export async function drawPdf(bytes: Buffer): Promise<RedrawOutcome> {
  const heap = await loadLibrary()
  try {
    return await drawPages(await heap.library.loadDocument(bytes))
  } catch (error) {
    if (heap.isExhausted()) return { kind: 'too_costly' }
    const isLocked = error instanceof Error && error.message === passwordError
    return { kind: isLocked ? 'locked' : 'unreadable' }
  }
}

async function drawPages(document: PDFiumDocument): Promise<RedrawOutcome> {
  const count = document.getPageCount()
  if (count === 0) return { kind: 'unreadable' }
  if (count > maxPdfPages) return { kind: 'too_many_pages' }
  const pages: Buffer[] = []
  let total = 0
  for (const page of document.pages()) {
    const drawn = await drawPage(page)
    if (drawn === null) return { kind: 'unreadable' }
    pages.push(drawn)
    total += drawn.length
    if (total > maxFileBytes) return { kind: 'too_costly' }
  }
  return { kind: 'drawn', pages }
}

/** Draws a page. Every page is drawn equally large, so that none costs more memory. Returns null if it has no area. */
async function drawPage(page: PDFiumPage): Promise<Buffer | null> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = pdfPageSidePx / Math.max(originalWidth, originalHeight)
  const [width, height] = [Math.round(originalWidth * scale), Math.round(originalHeight * scale)]
  if (!(width >= 1 && height >= 1)) return null
  const { data } = await page.render({ scale: 1, width, height, render: 'bitmap' })
  return encodePage(data, width, height)
}

type Heap = {
  readonly library: PDFiumLibrary
  readonly isExhausted: () => boolean
}

/** Loads the library with a limit for its memory: its own is 2 GB. */
async function loadLibrary(): Promise<Heap> {
  const wasm = await WebAssembly.compile(
    await readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))),
  )
  let isExhausted = false
  const library = await PDFiumLibrary.init({
    instantiateWasm: (imports, done) => {
      const { env } = imports
      const grow = env?.['emscripten_resize_heap']
      const growUpToLimit = (size: number) => {
        isExhausted ||= size >>> 0 > maxPdfHeapBytes
        return !isExhausted && typeof grow === 'function' && grow(size)
      }
      const instance = new WebAssembly.Instance(wasm, {
        ...imports,
        env: { ...env, emscripten_resize_heap: growUpToLimit },
      })
      done(instance)
      return instance.exports
    },
  })
  return { library, isExhausted: () => isExhausted }
}
