const maxDepth = 50

/**
 * Makes text from outside safe to store: PostgreSQL refuses NUL and half of a surrogate pair.
 * @param maxLength in code points, so that no pair is cut
 */
export function cleanText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  // A surrogate pair has at most two units.
  const bounded = text.length > maxLength ? [...text.slice(0, maxLength * 2)].slice(0, maxLength).join('') : text
  return bounded.replaceAll('\0', '').toWellFormed()
}

/** Cleans all texts of parsed JSON. Parts that are nested too deeply become null. */
export function cleanJson(json: unknown): unknown {
  return cleanValue(json, 0)
}

export function cleanJsonObject(json: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return cleanObject(json, 0)
}

function cleanValue(json: unknown, depth: number): unknown {
  if (typeof json === 'string') return cleanText(json)
  if (typeof json !== 'object' || json === null) return json
  if (depth === maxDepth) return null
  return Array.isArray(json) ? json.map((item) => cleanValue(item, depth + 1)) : cleanObject({ ...json }, depth)
}

function cleanObject(json: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [cleanText(key), cleanValue(value, depth + 1)]))
}
