import { maskCardData } from '../cards/mask-card-data.ts'

/** Limit that is enough for a line of a list, and less than `maxSubjectChars`. */
export const maxDerivedSubjectChars = 80

/**
 * Returns the first line of a message as the subject of its ticket. A long one is cut at a word. Card data is masked before, because a
 * part of a card number is not recognised as one.
 */
export function deriveSubject(content: string): string {
  const lines = maskCardData(content)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  const chars = [...(lines.find((line) => line !== '') ?? '')]
  if (chars.length <= maxDerivedSubjectChars) return chars.join('')
  const end = chars.lastIndexOf(' ', maxDerivedSubjectChars - 1)
  return `${chars.slice(0, end === -1 ? maxDerivedSubjectChars - 1 : end).join('')}…`
}
