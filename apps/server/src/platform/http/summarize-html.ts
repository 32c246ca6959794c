const maxLength = 160
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
}

/** Returns the first paragraph of sanitized HTML as plain text, cut at a word, or null if it has none. */
export function summarizeHtml(html: string): string | null {
  const paragraph = /<p>(.*?)<\/p>/s.exec(html)?.[1] ?? ''
  const text = paragraph
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text.length <= maxLength) return text === '' ? null : text
  return `${text.slice(0, maxLength).replace(/\s+\S*$/, '')} …`
}
