import { texts as en } from '../en/all.ts'
import type { TextKey } from '../keys.ts'
import { toPseudoTexts } from './pseudo-locale.ts'

/** All areas of the language that nobody speaks, made when they are first asked for. */
export function createPseudoTexts(): Readonly<Record<TextKey, string>> {
  return toPseudoTexts(en)
}
