import { texts as en } from '../en/all.ts'
import type { TextKey } from '../keys.ts'
import { toPseudoTexts } from './pseudo-locale.ts'

/** Creates all texts of the pseudo-locale. */
export function createPseudoTexts(): Readonly<Record<TextKey, string>> {
  return toPseudoTexts(en)
}
