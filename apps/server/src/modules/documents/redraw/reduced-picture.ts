/** A picture with nothing but what drawing it needs. */
export type ReducedPicture = {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
  /** How many bytes a decoder keeps of an interlaced or progressive picture; 0 if it decodes row by row. */
  readonly decoderBytes: number
  /** How a camera was held, 1 to 8 as in EXIF. */
  readonly orientation: number
}
