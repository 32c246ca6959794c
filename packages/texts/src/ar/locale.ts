import type { LocaleInfo } from '../locale-info.ts'

export const locale: LocaleInfo = { name: 'العربية', dir: 'rtl', defaultIn: [], preview: 'نسخة أولية' }
