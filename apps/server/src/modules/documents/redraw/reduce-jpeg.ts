import type { ReducedPicture } from './reduced-picture.ts'

/** Bytes that follow 0xff. */
const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, app14: 0xee, app15: 0xef, comment: 0xfe }
/** Markers of a frame, which has size and components. 0xc4, 0xc8 and 0xcc are other segments. */
const frameMarkers: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])
const progressiveMarkers: ReadonlySet<number> = new Set([0xc2, 0xc6, 0xca, 0xce])
/** How many scans a picture can have. Progressive ones have about ten. */
const maxScans = 100
const coefficientBytes = 2

type Frame = Pick<ReducedPicture, 'width' | 'height' | 'decoderBytes'>

/** Leaves out application data and comments, except how the colours are encoded. Returns null if it is no JPEG. Takes linear time. */
export function reduceJpeg(bytes: Buffer): ReducedPicture | null {
  const kept = Buffer.alloc(bytes.length)
  let size = bytes.copy(kept, 0, 0, 2)
  const keep = (from: number, to: number) => {
    size += bytes.copy(kept, size, from, to)
  }
  let frame: Frame | null = null
  let orientation = 1
  let scans = 0
  for (let at = 2; ;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
    const code = bytes[at + 1]
    if (bytes[at] !== 0xff || code === undefined) return null
    if (code === marker.eoi) {
      keep(at, at + 2)
      return frame && { bytes: kept.subarray(0, size), orientation, ...frame }
    }
    if (at + 4 > bytes.length) return null
    let end = at + 2 + bytes.readUInt16BE(at + 2)
    if (code === marker.soi || end < at + 4 || end > bytes.length) return null
    const segment = bytes.subarray(at + 4, end)
    if (code === marker.app1) orientation = findOrientation(segment) ?? orientation
    if (code === marker.sos) {
      scans += 1
      if (frame === null || scans > maxScans) return null
      end = findEndOfScan(bytes, end)
    }
    if (frameMarkers.has(code)) {
      if (frame !== null) return null
      frame = readFrame(segment, progressiveMarkers.has(code))
      if (frame === null) return null
    }
    const isApplicationData = code >= marker.app0 && code <= marker.app15
    if (code === marker.app14 ? isAdobeSegment(segment) : !isApplicationData && code !== marker.comment) keep(at, end)
    at = end
  }
}

function readFrame(segment: Buffer, isProgressive: boolean): Frame | null {
  const components = segment[5] ?? 0
  if (components === 0 || segment.length !== 6 + 3 * components) return null
  const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)]
  if (width === 0 || height === 0) return null
  const samplings = Array.from({ length: components }, (_, index) => segment[7 + 3 * index] ?? 0)
  const areas = samplings.map((sampling) => (sampling >> 4) * (sampling & 15))
  const samplesPerPixel = areas.reduce((sum, area) => sum + area, 0) / Math.max(...areas, 1)
  return { width, height, decoderBytes: isProgressive ? width * height * samplesPerPixel * coefficientBytes : 0 }
}

/** Finds the position of the next marker. In a scan, 0xff is followed by 0 or a restart marker. */
function findEndOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return bytes.length
}

/**
 * Returns whether the segment says how colours are encoded: without it CMYK and RGB pictures have wrong colours. It has fixed fields only.
 */
function isAdobeSegment(segment: Buffer): boolean {
  return segment.length === 12 && segment.toString('latin1', 0, 5) === 'Adobe'
}

/** Finds the orientation in the first directory of the EXIF data. */
function findOrientation(segment: Buffer): number | null {
  if (segment.length < 14 || segment.toString('latin1', 0, 6) !== 'Exif\0\0') return null
  const tiff = segment.subarray(6)
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const readUInt16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return null
  for (let entry = directory + 2, left = readUInt16(directory); left > 0 && entry + 12 <= tiff.length; entry += 12) {
    left -= 1
    if (readUInt16(entry) !== 0x0112) continue
    const value = readUInt16(entry + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}
