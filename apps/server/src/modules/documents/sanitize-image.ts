import { maxPixels } from '@tradefront/rules/documents/limits'
import { Semaphore } from 'async-mutex'
import type { Metadata, Sharp } from 'sharp'

/** A redrawn image, so that only the pixels of the upload are left. */
export type SanitizedImage =
  | { readonly kind: 'clean'; readonly bytes: Buffer; readonly type: 'image/jpeg' | 'image/png' }
  | { readonly kind: 'unreadable' | 'too_many_pixels' | 'empty' }

/** Long enough to read every letter of a passport. */
const maxSidePx = 3500
const signatureSizePx = { width: 1600, height: 800 }
const timeoutSeconds = 20
/** Darker pixels are ink. Fewer of them are an accidental dot, not a signature. */
const inkThreshold = 200
const minInkPixels = 60

type SharpModule = (typeof import('sharp'))['default']
let sharpModule: Promise<SharpModule> | null = null

const withPixelBudget = createPixelBudget(maxPixels)

/** Loaded on demand. Of sharp's many decoders only those for PNG and JPEG are enabled. */
function loadSharp(): Promise<SharpModule> {
  sharpModule ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
    return sharp
  })
  return sharpModule
}

/** Converts a photo or scan to an upright JPEG on white, without EXIF, colour profile, text or appended data. */
export async function sanitizePhoto(bytes: Buffer): Promise<SanitizedImage> {
  return sanitizeImage(bytes, async (image) => ({
    kind: 'clean',
    type: 'image/jpeg',
    bytes: await image
      .autoOrient()
      .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer(),
  }))
}

/** Converts a signature to a PNG, dark on white. `empty` if nothing was drawn. */
export async function sanitizeSignature(bytes: Buffer): Promise<SanitizedImage> {
  return sanitizeImage(bytes, async (image) => {
    const rendered = image
      .resize({ ...signatureSizePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .greyscale()
    const { data } = await rendered.clone().raw().toBuffer({ resolveWithObject: true })
    const ink = data.reduce((sum, value) => sum + (value < inkThreshold ? 1 : 0), 0)
    if (ink < minInkPixels || ink === data.length) return { kind: 'empty' }
    return { kind: 'clean', type: 'image/png', bytes: await rendered.png({ compressionLevel: 9 }).toBuffer() }
  })
}

async function sanitizeImage(
  bytes: Buffer,
  render: (image: Sharp) => Promise<SanitizedImage>,
): Promise<SanitizedImage> {
  const sharp = await loadSharp()
  const openImage = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
  let size: Metadata
  try {
    // Reads only the header, without decoding.
    size = await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch {
    return { kind: 'unreadable' }
  }
  const pixels = size.width * size.height
  if (pixels > maxPixels) return { kind: 'too_many_pixels' }
  return withPixelBudget(pixels, () =>
    render(openImage().timeout({ seconds: timeoutSeconds })).catch((): SanitizedImage => ({ kind: 'unreadable' })),
  )
}

/**
 * Limits the pixels that are decoded at the same time, because some images need up to 8 bytes of memory per pixel. Images
 * wait in order of arrival; one above the limit is decoded alone.
 */
export function createPixelBudget(limit: number) {
  // In percent: async-mutex runs a loop over the whole capacity whenever it releases some of it.
  const semaphore = new Semaphore(100)
  return <T>(pixels: number, decode: () => Promise<T>): Promise<T> =>
    semaphore.runExclusive(decode, Math.min(Math.ceil((pixels / limit) * 100), 100))
}
