export const offers = {
  'offers.over': 'This offer has ended.',
} as const
