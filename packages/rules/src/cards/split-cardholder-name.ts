export type CardholderName = { readonly first: string; readonly last: string }

/**
 * Splits the name at the first comma, comma and space, or space (spec: funding 5). The last name can be empty.
 */
export function splitCardholderName(name: string): CardholderName {
  const words = name.trim().replaceAll(/\s+/g, ' ')
  const found = /^([^, ]+) ?[, ] ?(.*)$/.exec(words)
  return found === null ? { first: words, last: '' } : { first: found[1] ?? '', last: (found[2] ?? '').trim() }
}
