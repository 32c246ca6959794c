import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

/** `active`: has scripts, attached files or forms that submit data. `locked`: needs a password. */
export type PdfInspection =
  | { readonly kind: 'clean'; readonly bytes: Buffer }
  | { readonly kind: 'unreadable' | 'active' | 'locked' }

const inflateAsync = promisify(inflate)

/** Decompressed size of one stream, and of all together. */
const maxUnpackedBytes = 16 * 1024 * 1024
const maxTotalBytes = 48 * 1024 * 1024
const maxStreams = 5000

/** Matches a PDF name whose letters can be escaped, e.g. `#4a`. */
const toNamePattern = (name: string) =>
  [...name]
    .map(
      (char) =>
        `(?:${char}|#${char
          .charCodeAt(0)
          .toString(16)
          .replace(/[a-f]/, (x) => `[${x}${x.toUpperCase()}]`)})`,
    )
    .join('')
const toNamesPattern = (names: readonly string[]) =>
  new RegExp(`/(?:${names.map(toNamePattern).join('|')})(?![A-Za-z0-9#])`)

/** These names are so long that compressed bytes do not contain them by chance. */
const activePattern = toNamesPattern([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
])
/** XFA forms have scripts in streams that we do not decompress. The name alone is too short to search for. */
const xfaPattern = new RegExp(`/${toNamePattern('XFA')}\\s*[\\[0-9]`)
const encryptPattern = toNamesPattern(['Encrypt'])
const endMark = '%%EOF'

/**
 * Checks a PDF that operators will open. Data after its end mark is removed; the rest is kept unchanged. Object streams are
 * decompressed to search them, up to a limit.
 */
export async function inspectPdf(bytes: Buffer): Promise<PdfInspection> {
  const end = bytes.lastIndexOf(endMark)
  if (end === -1) return { kind: 'unreadable' }
  const whole = Buffer.concat([bytes.subarray(0, end + endMark.length), Buffer.from('\n')])
  // One character per byte, so that offsets in the text are offsets in the file.
  const text = whole.toString('latin1')
  if (!/\bstartxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-2048))) return { kind: 'unreadable' }

  const streams = await extractObjectStreams(whole, text)
  if (streams === null) return { kind: 'unreadable' }
  const all = [text, ...streams]
  if (all.some((part) => activePattern.test(part) || xfaPattern.test(part))) return { kind: 'active' }
  if (all.some((part) => encryptPattern.test(part))) return { kind: 'locked' }
  return { kind: 'clean', bytes: whole }
}

/** Returns null if a stream cannot be read or all together are too large. */
async function extractObjectStreams(whole: Buffer, text: string): Promise<string[] | null> {
  const found: string[] = []
  let total = 0
  let seen = 0
  for (const match of text.matchAll(/>>\s*stream\r?\n/g)) {
    seen += 1
    if (seen > maxStreams) return null
    const from = match.index + match[0].length
    const head = decodeNameEscapes(text.slice(Math.max(0, match.index - 1024), match.index))
    const dictionary = head.slice(Math.max(0, head.lastIndexOf(' obj')))
    if (!/\/ObjStm(?![A-Za-z])/.test(dictionary)) continue
    const to = text.indexOf('endstream', from)
    if (to === -1) return null
    const part = whole.subarray(from, to)
    if (!/\/Filter/.test(dictionary)) {
      found.push(part.toString('latin1'))
      continue
    }
    if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?\s*(?:\/|>|$)/.test(dictionary) || /\/Predictor/.test(dictionary))
      return null
    try {
      const unpacked = await inflateAsync(part, {
        maxOutputLength: maxUnpackedBytes,
        finishFlush: constants.Z_SYNC_FLUSH,
      })
      total += unpacked.length
      if (total > maxTotalBytes) return null
      found.push(unpacked.toString('latin1'))
    } catch {
      return null
    }
  }
  return found
}

/** Replaces escaped letters such as `#4a`. */
function decodeNameEscapes(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
