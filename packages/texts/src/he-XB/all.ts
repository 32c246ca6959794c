import { texts as en } from '../en/all.ts'
import type { TextKey } from '../keys.ts'
import { pseudo } from './make.ts'

/** All areas of the language that nobody speaks, made when they are first asked for. */
export function makeTexts(): Readonly<Record<TextKey, string>> {
  return pseudo(en)
}
