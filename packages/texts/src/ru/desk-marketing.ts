import type { deskMarketing as en } from '../en/desk-marketing.ts'

export const deskMarketing: Record<keyof typeof en, string> = {
  'desk_marketing.code_exists': 'Такой код уже есть, или это имя занято предложением.',
  'desk_marketing.used_more': 'Код уже использовали чаще.',
}
