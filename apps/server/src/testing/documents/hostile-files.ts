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
