import type { ReducedPicture } from './reduced-picture.ts'

const signatureBytes = 8
/** A chunk has its length and type before the data, and a checksum after it. */
const [headBytes, sumBytes] = [8, 4]
const drawingChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Longest side by the default of libpng. */
const maxSidePx = 1_000_000

/** Leaves out texts, profiles and unknown chunks, because a decoder unpacks them. Returns null if it is no PNG. Takes linear time. */
export function reducePng(bytes: Buffer): ReducedPicture | null {
  const kept = Buffer.alloc(bytes.length)
  let size = bytes.copy(kept, 0, 0, signatureBytes)
  let isComplete = false
  for (let at = signatureBytes; !isComplete && at + headBytes + sumBytes <= bytes.length;) {
    const end = at + headBytes + bytes.readUInt32BE(at) + sumBytes
    if (end > bytes.length) return null
    const type = bytes.toString('latin1', at + 4, at + headBytes)
    if ((type === 'IHDR') !== (at === signatureBytes)) return null
    if (drawingChunks.has(type)) size += bytes.copy(kept, size, at, end)
    isComplete = type === 'IEND'
    at = end
  }
  return isComplete ? readHeader(kept.subarray(0, size)) : null
}

function readHeader(bytes: Buffer): ReducedPicture | null {
  const header = bytes.subarray(signatureBytes + headBytes)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const samples = samplesPerPixel[header[9] ?? 0]
  if (samples === undefined || width === 0 || height === 0 || Math.max(width, height) > maxSidePx) return null
  const isInterlaced = header[12] !== 0
  const bytesPerPixel = samples * (header[8] === 16 ? 2 : 1)
  return { bytes, width, height, decoderBytes: isInterlaced ? width * height * bytesPerPixel : 0, orientation: 1 }
}
