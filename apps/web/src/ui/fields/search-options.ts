import type { SelectOption } from './option-list.tsx'

/** Ignores accents. Labels and keywords that begin with the text come first, then labels that contain it. */
export function searchOptions<Option extends SelectOption>(options: readonly Option[], typed: string): Option[] {
  const query = normalizeText(typed)
  const startsWithQuery = (text: string): boolean => normalizeText(text).startsWith(query)
  const found = Object.groupBy(options, ({ label, keywords = [] }) => {
    if ([label, ...keywords].some(startsWithQuery)) return 'start'
    return normalizeText(label).includes(query) ? 'part' : 'none'
  })
  return [...(found.start ?? []), ...(found.part ?? [])]
}

function normalizeText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()
}
