/** Completes the texts of a language with English ones. Those keep their direction; blocks of markup have one. */
export function fillFromEnglish<Key extends string>(
  texts: Readonly<Partial<Record<Key, string>>>,
  english: Readonly<Record<Key, string>>,
): Record<Key, string> {
  const isolate = (text: string) => (text.startsWith('<') ? text : `\u2066${text}\u2069`)
  const isolated = Object.entries<string>(english).map(([key, text]) => [key, isolate(text)])
  return { ...Object.fromEntries(isolated), ...texts }
}
