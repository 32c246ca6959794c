import { crc32, deflateSync } from 'node:zlib'

export const script = '<script>alert(document.domain)</script>'
export const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A PNG whose header claims a larger size than its data has. */
export function createPngWithClaimedSize(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2], 8)
  // A decompression bomb: megabytes of zeros in a few kilobytes.
  const data = deflateSync(Buffer.alloc(8_000_000))
  return Buffer.concat([
    pngHead,
    createChunk('IHDR', size),
    createChunk('IDAT', data),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}

export function insertPngChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const behindHead = pngHead.length + 25
  return Buffer.concat([png.subarray(0, behindHead), createChunk(type, data), png.subarray(behindHead)])
}

export function insertJpegComment(jpeg: Buffer, words: string): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), Buffer.from(words)])
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

export function createPackedObjectStream(objects: string | Buffer): string {
  const stream = deflateSync(Buffer.from(objects)).toString('latin1')
  return `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Object 1 is the catalog. The table of objects is right, so nothing has to be repaired. */
export function buildPdf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: string | Buffer) => {
    const bytes = Buffer.from(part as string, 'latin1')
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(`${index + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
  }
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`)
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

export function buildStream(data: string | Buffer, dictionary = '', isPacked = false): Buffer {
  const raw = Buffer.from(data as string, 'latin1')
  const bytes = isPacked ? deflateSync(raw) : raw
  const filter = isPacked ? '/Filter /FlateDecode ' : ''
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} ${filter}/Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

/** One page that draws `content`. Further objects start at number 5. */
export function buildPage(
  content: string | Buffer,
  resources = '',
  objects: readonly (string | Buffer)[] = [],
  catalog = '',
): Buffer {
  return buildPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << ${resources} >> >>`,
    buildStream(content, '', true),
    ...objects,
  ])
}

export function createPdfWithPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ')
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>'
  return buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => page),
  ])
}

/** Needs a password to be opened. */
export function createLockedPdf(): Buffer {
  const key = `<${'5a'.repeat(32)}>`
  return buildPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
      `<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`,
    ],
    '/Encrypt 4 0 R /ID [<00> <00>] ',
  )
}

/** Forms of which each draws the next one ten times: 10^12 rectangles in two kilobytes. */
export function createEndlessPdf(): Buffer {
  const depth = 12
  const forms = Array.from({ length: depth }, (_, index) => {
    const isLast = index === depth - 1
    const next = isLast ? '' : `/Resources << /XObject << /X ${index + 6} 0 R >> >>`
    const content = isLast ? '0 0 200 200 re f' : '/X Do '.repeat(10)
    return buildStream(content, `/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${next}`)
  })
  return buildPage('/X Do', '/XObject << /X 5 0 R >>', forms)
}

/** @param make content, repeated until it is `bytes` long */
export function repeatTo(bytes: number, piece: string): string {
  return piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes)
}

/** Texts that unpack to 8 GB in a picture of 10 by 10 points. */
export function insertTextBombs(png: Buffer): Buffer {
  const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(40_000_000))])
  const behindHead = pngHead.length + 25
  const chunks = Array.from({ length: 200 }, () => createChunk('zTXt', bomb))
  return Buffer.concat([png.subarray(0, behindHead), ...chunks, png.subarray(behindHead)])
}

/** All pixels are black. @param bits of a sample */
export function createBlackPng(width: number, height: number, bits: 8 | 16, isInterlaced: boolean): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const data = deflateSync(Buffer.alloc(height * (1 + (width * 4 * bits) / 8)))
  return Buffer.concat([
    pngHead,
    createChunk('IHDR', header),
    createChunk('IDAT', data),
    createChunk('IEND', Buffer.alloc(0)),
  ])
}
