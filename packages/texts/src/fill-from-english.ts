/** Texts in a language that is not complete. English ones, in place of those that it lacks, are read from left to right in any text. */
export function fillFromEnglish<Key extends string>(
  texts: Readonly<Partial<Record<Key, string>>>,
  english: Readonly<Record<Key, string>>,
): Record<Key, string> {
  const isolated = Object.entries<string>(english).map(([key, text]) => [key, `\u2066${text}\u2069`])
  return { ...Object.fromEntries(isolated), ...texts }
}
