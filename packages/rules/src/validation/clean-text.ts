/** Characters that reorder or hide text, as the class of a regular expression. */
export const controlCharacters = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069`

const controlCharacter = new RegExp(`[${controlCharacters}]`, 'gu')

/**
 * Removes characters that a writer cannot see and has pasted by chance, e.g. U+202E, and white space around the text. The contract's `text`
 * refuses them.
 */
export function cleanText(text: string): string {
  return text.replaceAll(controlCharacter, '').trim()
}
