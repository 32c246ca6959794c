import type { texts } from './en/all.ts'

/** Key of a text. An error's code on the wire is such a key. English is the one that says which there are. */
export type TextKey = keyof typeof texts
