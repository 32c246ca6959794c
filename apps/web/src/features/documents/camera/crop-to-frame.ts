type Size = { readonly width: number; readonly height: number }
export type Area = Size & { readonly left: number; readonly top: number }

/** The margin is this share of the frame's sides: a document is rarely exactly in the frame, and its edges must be visible. */
const marginShare = 0.06

/**
 * Returns the part of a video that is under the frame, with a margin, in pixels of the video.
 * @param shown area of the screen that the video covers without being stretched
 * @param frame area of the frame on the screen
 */
export function cropToFrame(video: Size, shown: Area, frame: Area): Area {
  const scale = Math.max(shown.width / video.width, shown.height / video.height)
  const hiddenX = (video.width * scale - shown.width) / 2
  const hiddenY = (video.height * scale - shown.height) / 2
  const [marginX, marginY] = [frame.width * marginShare, frame.height * marginShare]
  const toPixel = (offset: number, limit: number) => Math.min(limit, Math.max(0, Math.round(offset / scale)))
  const left = toPixel(frame.left - shown.left - marginX + hiddenX, video.width)
  const top = toPixel(frame.top - shown.top - marginY + hiddenY, video.height)
  const right = toPixel(frame.left - shown.left + frame.width + marginX + hiddenX, video.width)
  const bottom = toPixel(frame.top - shown.top + frame.height + marginY + hiddenY, video.height)
  return { left, top, width: right - left, height: bottom - top }
}
