import { handwritingFonts, inkColor } from './signature-style.ts'

const width = 1200
const height = 320
const marginPx = 40
const largestPx = 120

/** Returns a PNG data URL, dark on transparent. */
export function renderTypedSignature(name: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser has no 2D canvas')
  const text = name.trim()
  pen.fillStyle = inkColor
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.font = signatureFont(largestPx)
  const share = (width - 2 * marginPx) / Math.max(1, pen.measureText(text).width)
  pen.font = signatureFont(Math.floor(largestPx * Math.min(1, share)))
  pen.fillText(text, width / 2, height / 2)
  return canvas.toDataURL('image/png')
}

function signatureFont(px: number): string {
  return `italic ${px}px ${handwritingFonts}`
}
