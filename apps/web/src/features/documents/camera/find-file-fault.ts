import { findPictureFault, type PictureFault } from './picture-quality.ts'
import { readGreyPicture } from './read-grey-picture.ts'

/** Finds what is wrong with a picture. Returns null also for files that this browser cannot show, e.g. a PDF. */
export async function findFileFault(file: File): Promise<PictureFault | null> {
  try {
    const bitmap = await createImageBitmap(file)
    try {
      return findPictureFault(readGreyPicture(bitmap))
    } finally {
      bitmap.close()
    }
  } catch {
    return null
  }
}
