import { maxPixels } from '@tradefront/rules/uploads/limits'
import sharp, { type Sharp } from 'sharp'

import { maxDecoderBytes, maxPhotoSidePx, maxUploadSidePx, signatureSizePx } from './limits.ts'
import type { RedrawOutcome } from './outcome.ts'
import type { ReducedPicture } from './reduced-picture.ts'

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })

const jpegOptions = { quality: 85 }
const signatureOptions = { compressionLevel: 9 }
/** Darker pixels are ink; fewer of them than `minInkPixels` are an accidental dot. */
const inkThreshold = 200
const minInkPixels = 60

/** How a picture is turned upright, by its EXIF orientation. sharp mirrors first. */
const turns: Readonly<Record<number, { readonly angle: number; readonly isMirrored: boolean }>> = {
  1: { angle: 0, isMirrored: false },
  2: { angle: 0, isMirrored: true },
  3: { angle: 180, isMirrored: false },
  4: { angle: 180, isMirrored: true },
  5: { angle: 270, isMirrored: true },
  6: { angle: 90, isMirrored: false },
  7: { angle: 90, isMirrored: true },
  8: { angle: 270, isMirrored: false },
}

/** Draws an upright JPEG on white. */
export function drawPhoto(picture: ReducedPicture | null): Promise<RedrawOutcome> {
  return draw(picture, async (image, { orientation }) => {
    const { angle, isMirrored } = turns[orientation] ?? { angle: 0, isMirrored: false }
    const jpeg = await image
      .resize({ width: maxPhotoSidePx, height: maxPhotoSidePx, fit: 'inside', withoutEnlargement: true })
      .rotate(angle)
      .flop(isMirrored)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg(jpegOptions)
      .toBuffer()
    return { kind: 'drawn', pages: [jpeg] }
  })
}

/** Draws a dark PNG on white. */
export function drawSignature(picture: ReducedPicture | null): Promise<RedrawOutcome> {
  return draw(picture, async (image) => {
    const rendered = image
      .resize({ ...signatureSizePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .greyscale()
    const data = await rendered.clone().raw().toBuffer()
    const ink = data.reduce((sum, value) => sum + (value < inkThreshold ? 1 : 0), 0)
    if (ink < minInkPixels || ink === data.length) return { kind: 'empty' }
    return { kind: 'drawn', pages: [await rendered.png(signatureOptions).toBuffer()] }
  })
}

export function encodePage(data: Uint8Array, width: number, height: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg(jpegOptions)
    .toBuffer()
}

async function draw(
  picture: ReducedPicture | null,
  render: (image: Sharp, picture: ReducedPicture) => Promise<RedrawOutcome>,
): Promise<RedrawOutcome> {
  if (picture === null) return { kind: 'unreadable' }
  const { bytes, width, height, decoderBytes } = picture
  if (width * height > maxPixels || Math.max(width, height) > maxUploadSidePx) return { kind: 'too_many_pixels' }
  if (decoderBytes > maxDecoderBytes) return { kind: 'too_costly' }
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true, pages: 1 })
  return render(image, picture).catch((): RedrawOutcome => ({ kind: 'unreadable' }))
}
