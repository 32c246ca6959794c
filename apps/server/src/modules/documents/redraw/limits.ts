/** Longest side of a stored photo. Enough to read a passport. */
export const maxPhotoSidePx = 3500
/** Longest side of a stored PDF page: A4 at 200 dpi. */
export const pdfPageSidePx = 2400
export const signatureSizePx = { width: 1600, height: 800 }

/** Longest side of an uploaded picture. */
export const maxUploadSidePx = 20_000
/** Memory for an interlaced or progressive picture, which a decoder keeps as a whole: enough for 24 megapixels of a camera. */
export const maxDecoderBytes = 80_000_000
/** Memory of the PDF library, which starts with 16 MB and the file. */
export const maxPdfHeapBytes = 192 * 1024 * 1024

/** A process that uses more memory or CPU time than this is ended. Waiting does not count as CPU time. */
export const maxProcessBytes = 400_000_000
export const maxCpuMs = 10_000
/** A process that runs longer than this is ended, also one that hangs. The limit is generous, because logins go first. */
export const maxWallMs = 90_000
