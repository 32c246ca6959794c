export type CardholderName = { readonly first: string; readonly last: string }

/**
 * Splits the name on a card at the first comma, comma and space, or space; what remains is the last name, empty where there
 * is nothing left (spec: funding 5).
 */
export function splitCardholderName(name: string): CardholderName {
  const words = name.trim().replaceAll(/\s+/g, ' ')
  const found = /^([^, ]+) ?[, ] ?(.*)$/.exec(words)
  return found === null ? { first: words, last: '' } : { first: found[1] ?? '', last: (found[2] ?? '').trim() }
}
