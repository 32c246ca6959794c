/** Promo codes, affiliates, tournaments, pages, mails and news, at the operators’ desk. */
export const deskMarketing = {
  'desk_marketing.code_exists': 'There is such a code already, or the name belongs to an offer.',
  'desk_marketing.used_more': 'The code has been used more often already.',
} as const
