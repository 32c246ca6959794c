import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'

import type { AppContext } from '../../context.ts'
import { hourMs } from '../../platform/clock.ts'
import { saveDocumentPages } from './file-storage.ts'
import { reservePosition } from './store.ts'

/** Puts a document of a demo trader into the queue of the desk. @param name as on the document, in Latin letters */
export async function seedDemoDocument(
  context: AppContext,
  { userId, name }: { readonly userId: number; readonly name: string },
  kind: Exclude<DocumentKind, 'sign'>,
  hoursAgo: number,
): Promise<void> {
  const bytes = writeDocument(name, kind)
  const redrawn = await context.redrawer.redraw(userId, kind, bytes)
  if (!redrawn.ok) return
  const { type, pages } = redrawn.value
  const file = {
    id: context.newId(),
    userId,
    kind,
    type,
    bytes: bytes.length,
    title: `${kind}.pdf`,
    pages: pages.length,
    store: context.blobs.primary.name,
    sentAt: new Date(context.clock.now().getTime() - hoursAgo * hourMs),
  }
  if (await reservePosition(context.db, file)) await saveDocumentPages(context, file, pages)
}

/** A PDF, because the drawing process makes a picture of it. */
function writeDocument(name: string, kind: 'passport' | 'card'): Buffer {
  const lines =
    kind === 'card'
      ? ['DEMO BANK', name, '4242 42XX XXXX 4242', 'VALID 12/29']
      : ['DEMO PASSPORT', name, 'BORN 14 MAY 1988', 'EXPIRES 30 JUNE 2031']
  const drawing = [
    '0.54 0.56 0.60 rg 0 0 600 400 re f',
    '0.91 0.93 0.96 rg 50 50 500 300 re f',
    '0.70 0.75 0.82 rg 80 110 130 170 re f',
    '0.11 0.15 0.20 rg BT /F1 22 Tf 240 280 Td 46 TL',
    ...lines.map((line) => `(${line}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const head = '%PDF-1.7\n'
  const offsets = objects.map((_object, index) => head.length + objects.slice(0, index).join('').length)
  const size = objects.length + 1
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const tail = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${head.length + objects.join('').length}\n%%EOF\n`
  return Buffer.from(`${head}${objects.join('')}xref\n0 ${size}\n0000000000 65535 f \n${table}${tail}`, 'latin1')
}
