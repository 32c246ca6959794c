import type { LocaleInfo } from '../locale-info.ts'

export const locale: LocaleInfo = { name: 'English', dir: 'ltr', defaultIn: [] }
