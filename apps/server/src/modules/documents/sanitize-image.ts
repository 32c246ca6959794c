import { maxPixels } from '@tradefront/rules/documents/limits'
import { Semaphore } from 'async-mutex'
import type { Metadata, Sharp } from 'sharp'

/** Redrawn, so that only pixels are left. */
export type SanitizedImage =
  | { readonly kind: 'clean'; readonly bytes: Buffer; readonly type: 'image/jpeg' | 'image/png' }
  | { readonly kind: 'unreadable' | 'too_many_pixels' | 'empty' }

/** Enough to read a passport. */
const maxSidePx = 3500
const signatureSizePx = { width: 1600, height: 800 }
const timeoutSeconds = 20
/** Darker pixels are ink; fewer are an accidental dot. */
const inkThreshold = 200
const minInkPixels = 60

type SharpModule = (typeof import('sharp'))['default']
let sharpModule: Promise<SharpModule> | null = null

const withPixelBudget = createPixelBudget(maxPixels)

/** Loaded on demand, with decoders for PNG and JPEG only. */
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

/** Upright JPEG on white, without EXIF, colour profile or appended data. */
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

/** Dark PNG on white. `empty`: nothing was drawn. */
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
    // Reads only the header.
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

/** Some images need 8 bytes of memory per pixel. First come, first served; one above the limit is decoded alone. */
export function createPixelBudget(limit: number) {
  // In percent, because async-mutex loops over the whole capacity on release.
  const semaphore = new Semaphore(100)
  return <T>(pixels: number, decode: () => Promise<T>): Promise<T> =>
    semaphore.runExclusive(decode, Math.min(Math.ceil((pixels / limit) * 100), 100))
}
