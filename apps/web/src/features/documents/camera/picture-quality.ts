/** Brightness of each pixel, 0 to 255, row by row. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly pixels: Uint8ClampedArray }

export type PictureFault = 'dark' | 'glare' | 'blurred'

/** Pictures are measured at this length of their longer side: small print then still has strokes of one pixel, and noise is averaged out. */
export const measuredSidePx = 960

/**
 * Lowest average brightness. A document in the light of a lamp has 100 to 180. Below this limit, print can hardly be told from the
 * background.
 */
const darkestMean = 55
/** A camera writes no detail above this brightness. */
const blownOutLevel = 250
/** Share of the picture's middle. A lamp that a laminated page reflects covers more than this, single bright spots of a photo less. */
const smallestGlare = 0.03
/** White paper of a scan covers more than this share, and is no glare. */
const largestGlare = 0.4
/**
 * Lowest variance of the Laplacian in the sharpest tiles. Print that can be read has 200 to 5,000, noise of a sensor up to 30, and print
 * blurred by a radius of 3 pixels 5 to 20.
 */
const bluntestVariance = 45
const tilesPerSide = 8
/** Only this share of the tiles counts, the sharpest ones, because most of a page has no print. */
const sharpTileShare = 1 / 8

/** Finds what will make a document hard to read, or null. It is only a hint: people who look at it decide. */
export function findPictureFault(picture: GreyPicture): PictureFault | null {
  const middle = measureMiddle(picture)
  if (middle.mean < darkestMean) return 'dark'
  if (middle.blownOut > smallestGlare && middle.blownOut < largestGlare) return 'glare'
  return measureSharpness(picture) < bluntestVariance ? 'blurred' : null
}

/** Measures the middle. It leaves out an eighth of the picture at each side, where the table is. */
function measureMiddle({ width, height, pixels }: GreyPicture): { readonly mean: number; readonly blownOut: number } {
  const [left, right] = [Math.floor(width / 8), Math.ceil((width * 7) / 8)]
  const [top, bottom] = [Math.floor(height / 8), Math.ceil((height * 7) / 8)]
  let sum = 0
  let blownOut = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const level = pixels[y * width + x] ?? 0
      sum += level
      if (level >= blownOutLevel) blownOut += 1
    }
  }
  const count = Math.max(1, (right - left) * (bottom - top))
  return { mean: sum / count, blownOut: blownOut / count }
}

/** Returns the variance that the sharpest tiles reach. */
function measureSharpness({ width, height, pixels }: GreyPicture): number {
  const variances: number[] = []
  for (let row = 0; row < tilesPerSide; row += 1) {
    for (let column = 0; column < tilesPerSide; column += 1) {
      variances.push(
        measureTile(pixels, width, {
          left: Math.max(1, Math.floor((column * width) / tilesPerSide)),
          right: Math.min(width - 1, Math.floor(((column + 1) * width) / tilesPerSide)),
          top: Math.max(1, Math.floor((row * height) / tilesPerSide)),
          bottom: Math.min(height - 1, Math.floor(((row + 1) * height) / tilesPerSide)),
        }),
      )
    }
  }
  variances.sort((a, b) => b - a)
  return variances[Math.floor(variances.length * sharpTileShare) - 1] ?? 0
}

type Tile = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** Returns the variance of the Laplacian, which is large where brightness changes within a pixel. */
function measureTile(pixels: Uint8ClampedArray, width: number, { left, right, top, bottom }: Tile): number {
  let sum = 0
  let squares = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x
      const around =
        (pixels[at - 1] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at - width] ?? 0) + (pixels[at + width] ?? 0)
      const laplacian = around - 4 * (pixels[at] ?? 0)
      sum += laplacian
      squares += laplacian * laplacian
    }
  }
  const count = Math.max(1, (right - left) * (bottom - top))
  return squares / count - (sum / count) ** 2
}
