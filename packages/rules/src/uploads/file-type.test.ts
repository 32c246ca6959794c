import { expect, test } from 'vitest'

import { detectFileType } from './file-type.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

test.each([
  ['PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['JPEG with JFIF', '\xff\xd8\xff\xe0\0\x10JF', 'image/jpeg'],
  ['JPEG with EXIF', '\xff\xd8\xff\xe1\0\x10Ex', 'image/jpeg'],
  ['PDF', '%PDF-1.7', 'application/pdf'],
  ['nothing', '', null],
  ['half a PNG head', '\x89PNG', null],
  ['PNG after a space', ' \x89PNG\r\n\x1a', null],
  ['PDF after HTML', '<%PDF-1.', null],
  ['SVG', '<svg xml', null],
  ['HTML', '<!doctyp', null],
  ['GIF', 'GIF89a\0\0', null],
  ['WebP', 'RIFF\0\0\0\0', null],
  ['ZIP', 'PK\x03\x04\0\0\0\0', null],
  ['HEIC', '\0\0\0\x18ftyp', null],
  ['program', 'MZ\x90\0\x03\0\0\0', null],
])('%s', (_name, head, type) => {
  expect(detectFileType(bytes(head))).toBe(type)
})
