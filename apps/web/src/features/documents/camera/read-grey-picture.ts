import { type GreyPicture, measuredSidePx } from './picture-quality.ts'

/** Draws a picture at the size at which its quality is measured. Small ones keep their size. */
export function readGreyPicture(source: ImageBitmap | HTMLCanvasElement): GreyPicture {
  const scale = Math.min(1, measuredSidePx / Math.max(source.width, source.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(source.width * scale))
  canvas.height = Math.max(1, Math.round(source.height * scale))
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('This browser has no 2D canvas')
  // The server draws transparent parts of a PNG on white.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(source, 0, 0, canvas.width, canvas.height)
  return toGrey(pen.getImageData(0, 0, canvas.width, canvas.height))
}

function toGrey({ width, height, data }: ImageData): GreyPicture {
  const pixels = new Uint8ClampedArray(width * height)
  for (let at = 0; at < pixels.length; at += 1) {
    pixels[at] = 0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0)
  }
  return { width, height, pixels }
}
