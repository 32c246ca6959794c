import { maxPixels } from '@tradefront/rules/documents/limits'
import type { Metadata, Sharp } from 'sharp'

import { createWeightedSemaphore } from './weighted-semaphore.ts'

/** A picture as it is kept: drawn anew, so that nothing but its pixels is left of what was sent. */
export type SanitizedImage =
  | { readonly kind: 'clean'; readonly bytes: Buffer; readonly type: 'image/jpeg' | 'image/png' }
  | { readonly kind: 'unreadable' | 'too_many_pixels' | 'empty' }

/** The longer side as it is kept: every letter of a passport can be read at that. */
const maxSidePx = 3500
const signatureSizePx = { width: 1600, height: 800 }
const timeoutSeconds = 20
/** Darker than this is ink, and this much of it is more than a slip of the finger. */
const inkThreshold = 200
const minInkPixels = 60

type SharpModule = (typeof import('sharp'))['default']
let sharpModule: Promise<SharpModule> | null = null

/** Pixels that are unpacked at a time: some pictures have to be in memory whole, at up to 8 bytes each. */
const withPixelBudget = createWeightedSemaphore(maxPixels)

/** The library, once it is needed; of its many readers only those of PNG and JPEG may run. */
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

/**
 * A photograph or scan as a JPEG: turned upright, at most 3500 px long, on white, without EXIF, colour profile, text or
 * anything that stood behind it.
 */
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

/** A signature as a PNG, dark on white; `empty` where nothing was drawn. */
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
    // Of the head alone: nothing has been unpacked yet.
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
