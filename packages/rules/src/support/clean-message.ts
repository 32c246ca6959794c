/** They reorder or hide text, and the contract's `text` refuses them. */
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu

/** Drops what a writer cannot see and has pasted by chance, e.g. U+202E, and white space around the text. */
export function cleanMessage(text: string): string {
  return text.replaceAll(controlCharacters, '').trim()
}
