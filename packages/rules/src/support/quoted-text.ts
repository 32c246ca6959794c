/** Returns the line that each mail that can be answered has in front of the text that an answer would quote. */
export function markQuotedText(sentence: string): string {
  return `## ${sentence} ##`
}

const marker = /^[>\s]*## [^#]{5,200} ##\s*$/
/** Matches `On … Anna wrote:`, also over two lines, as mail programs write it in many languages. */
const introduction = /^(?=.{5,300}$).*(?:\d{1,2}[:.]\d{2}|\d{4}).*[:：]\s*$/
const separator = /^\s*(?:-{2,}\s?[^-]{3,60}\s?-{2,}|_{10,})\s*$/

/** Returns the new part of a mail that answers our mail. */
export function stripQuotedText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const markerAt = lines.findIndex((line) => marker.test(line))
  const own = lines.slice(0, markerAt === -1 ? lines.length : markerAt)
  while (own.length > 0 && isQuoteFrame(own.at(-1) ?? '')) own.pop()
  if (markerAt !== -1 || own.length < lines.length) dropIntroduction(own)
  return own.join('\n').trim()
}

function isQuoteFrame(line: string): boolean {
  return line.trim() === '' || line.trimStart().startsWith('>') || separator.test(line)
}

/** Removes an introduction of at most two lines, e.g. `Am 22.11.2026 um 10:00 schrieb` and `Tradefront <…>:`. */
function dropIntroduction(own: string[]): void {
  const [beforeLast = '', last = ''] = own.slice(-2)
  const isPair = own.length > 1 && introduction.test(`${beforeLast} ${last}`) && !introduction.test(last)
  if (!introduction.test(own.at(-1) ?? '') && !isPair) return
  own.length -= isPair ? 2 : 1
}
