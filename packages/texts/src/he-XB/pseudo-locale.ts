/** Accented letters. Plain ones on a screen show that a text was not taken from the texts. */
const letters: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'î',
  n: 'ñ',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  E: 'Ë',
  I: 'Ï',
  N: 'Ñ',
  O: 'Ø',
  U: 'Û',
  Y: 'Ý',
}
const fillerWords = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor'.split(' ')

/** Short texts grow most when translated. */
const growthFactor = (length: number): number => (length <= 12 ? 0.8 : length <= 40 ? 0.5 : 0.3)

/** Characters of the right-to-left override and its end. */
const [rightToLeft, end] = ['\u202e', '\u202c']

/** Makes texts longer, accented and right-to-left. Placeholders, plurals, numbers and tags stay. */
export function toPseudoTexts<T extends Readonly<Record<string, string>>>(texts: T): Record<keyof T & string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, toPseudoMessage(text)])) as Record<
    keyof T & string,
    string
  >
}

/** Translates an ICU message. */
export function toPseudoMessage(message: string): string {
  return padMessage(pseudoTranslate(message))
}

function pseudoTranslate(message: string): string {
  let result = ''
  let at = 0
  while (at < message.length) {
    const open = message.indexOf('{', at)
    result += toRightToLeft(message.slice(at, open === -1 ? message.length : open))
    if (open === -1) break
    const close = findClosingBrace(message, open)
    result += translateArgument(message.slice(open, close))
    at = close
  }
  return result
}

/** Translates an argument. Of `{count, plural, one {# try} other {# tries}}`, only the choices are text. */
function translateArgument(part: string): string {
  const head = /^\{\s*\w+\s*,\s*(?:plural|selectordinal|select)\s*,/.exec(part)
  if (!head) return part
  let result = head[0]
  let at = result.length
  for (;;) {
    const open = part.indexOf('{', at)
    if (open === -1) return result + part.slice(at)
    const close = findClosingBrace(part, open)
    result += `${part.slice(at, open)}{${pseudoTranslate(part.slice(open + 1, close - 1))}}`
    at = close
  }
}

function findClosingBrace(message: string, open: number): number {
  let depth = 0
  for (let at = open; at < message.length; at += 1) {
    if (message[at] === '{') depth += 1
    if (message[at] === '}') depth -= 1
    if (depth === 0) return at + 1
  }
  throw new Error(`A brace is not closed in "${message}"`)
}

function toRightToLeft(text: string): string {
  return text
    .split(/(<[^>]*>|[,#|]|\d[\d\u00a0.,:%]*)/)
    .map((piece, index) => (index % 2 === 1 || !/[a-zA-Z]/.test(piece) ? piece : wrap(addAccents(piece))))
    .join('')
}

function addAccents(text: string): string {
  return text.replaceAll(/[a-zA-Z]/g, (letter) => letters[letter] ?? letter)
}

/** Wraps a text. Spaces at its ends stay outside. */
function wrap(text: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return `${before}${rightToLeft}${core}${end}${after}`
}

/** Pads a message inside its last element. A list of names stays one. */
function padMessage(text: string): string {
  const bare = text.replaceAll(/\{\w+,[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|<[^>]*>|\{[^{}]*\}|[\u202c\u202e]/g, '').trim()
  if (!/\p{L}/u.test(bare)) return text
  let missing = Math.ceil(bare.length * growthFactor(bare.length))
  const words: string[] = []
  for (let index = 0; missing > 0; index += 1) {
    const word = addAccents(fillerWords[index % fillerWords.length] ?? '')
    words.push(word)
    missing -= word.length + 1
  }
  const added = ` ${rightToLeft}${words.join(' ')}${end}`
  const tail = /(?:<\/[^>]+>)*$/.exec(text)?.[0] ?? ''
  return `${text.slice(0, text.length - tail.length)}${added}${tail}`
}
