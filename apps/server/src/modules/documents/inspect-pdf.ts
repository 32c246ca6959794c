import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

/** `active`: has scripts, attached files or forms that send; `locked`: needs a password. */
export type PdfInspection =
  | { readonly kind: 'clean'; readonly bytes: Buffer }
  | { readonly kind: 'unreadable' | 'active' | 'locked' }

const inflateAsync = promisify(inflate)

/** What a packed part of a file may grow to, and all of them together. */
const maxUnpackedBytes = 16 * 1024 * 1024
const maxTotalBytes = 48 * 1024 * 1024
const maxStreams = 5000

/** A name as a pattern: each letter plain, or disguised as `#4a`. */
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

/** Long enough that compressed bytes do not spell them by chance. */
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
/** Forms of a kind of their own, with scripts in streams that are not looked into. Too short a name to be looked for alone. */
const xfaPattern = new RegExp(`/${toNamePattern('XFA')}\\s*[\\[0-9]`)
const encryptPattern = toNamesPattern(['Encrypt'])
const endMark = '%%EOF'

/**
 * Looks a PDF over. It is kept as it came, up to its own end: what stands behind that (another file's bytes) is cut off. A file
 * that does something when it is opened is refused, for the sake of whoever looks at it; browsers never open it from here.
 * Objects packed into streams are unpacked to be looked at, up to a bound.
 */
export async function inspectPdf(bytes: Buffer): Promise<PdfInspection> {
  const end = bytes.lastIndexOf(endMark)
  if (end === -1) return { kind: 'unreadable' }
  const whole = Buffer.concat([bytes.subarray(0, end + endMark.length), Buffer.from('\n')])
  // One character a byte, so that places in the text are places in the file.
  const text = whole.toString('latin1')
  if (!/\bstartxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-2048))) return { kind: 'unreadable' }

  const streams = await extractObjectStreams(whole, text)
  if (streams === null) return { kind: 'unreadable' }
  const all = [text, ...streams]
  if (all.some((part) => activePattern.test(part) || xfaPattern.test(part))) return { kind: 'active' }
  if (all.some((part) => encryptPattern.test(part))) return { kind: 'locked' }
  return { kind: 'clean', bytes: whole }
}

/** The texts of all object streams; null where one cannot be read or all together are too large. */
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

/** A dictionary with its disguised letters made plain. */
function decodeNameEscapes(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
