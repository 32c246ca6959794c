import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

/** `active`: has scripts, attachments or submitting forms. `locked`: needs a password. */
export type PdfInspection =
  | { readonly kind: 'clean'; readonly bytes: Buffer }
  | { readonly kind: 'unreadable' | 'active' | 'locked' }

const inflateAsync = promisify(inflate)

/** Per stream, and in total. */
const maxUnpackedBytes = 16 * 1024 * 1024
const maxTotalBytes = 48 * 1024 * 1024
const maxStreams = 5000

/** Letters of a PDF name can be escaped, e.g. `#4a`. */
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

/** Too long to occur in compressed bytes by chance. */
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
/** XFA scripts are in streams that we do not decompress. The name alone is too short to search for. */
const xfaPattern = new RegExp(`/${toNamePattern('XFA')}\\s*[\\[0-9]`)
const encryptPattern = toNamesPattern(['Encrypt'])
const endMark = '%%EOF'

/** Object streams are searched up to a limit. Data after the end mark is removed; the rest is unchanged. */
export async function inspectPdf(bytes: Buffer): Promise<PdfInspection> {
  const end = bytes.lastIndexOf(endMark)
  if (end === -1) return { kind: 'unreadable' }
  const whole = Buffer.concat([bytes.subarray(0, end + endMark.length), Buffer.from('\n')])
  // latin1, so that text offsets are file offsets.
  const text = whole.toString('latin1')
  if (!/\bstartxref\s+\d+\s+%%EOF\s*$/.test(text.slice(-2048))) return { kind: 'unreadable' }

  const streams = await extractObjectStreams(whole, text)
  if (streams === null) return { kind: 'unreadable' }
  const all = [text, ...streams]
  if (all.some((part) => activePattern.test(part) || xfaPattern.test(part))) return { kind: 'active' }
  if (all.some((part) => encryptPattern.test(part))) return { kind: 'locked' }
  return { kind: 'clean', bytes: whole }
}

/** Null if a stream is unreadable or the total is too large. */
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

function decodeNameEscapes(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
