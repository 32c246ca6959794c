import type { texts } from './en/all.ts'

/** Key of a text, which is also the error code on the wire. English defines the keys. */
export type TextKey = keyof typeof texts
