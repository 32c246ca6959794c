import type { LocaleInfo } from '../locale-info.ts'

export const locale: LocaleInfo = {
  name: 'Русский',
  dir: 'ltr',
  fontSubset: 'cyrillic',
  defaultIn: ['RU', 'BY', 'KZ', 'KG', 'TJ'],
}
