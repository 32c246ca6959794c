export const siteTexts = ['common', 'settings', 'login'] as const
export const ladderTexts = ['common', 'settings', 'profile', 'trading'] as const
export const tradingTexts = ['common', 'settings', 'profile'] as const
export const homeTexts = ['cards', 'deposits', 'wallets', 'crypto', 'trading'] as const
export const fundingTexts = ['cards', 'deposits', 'wallets', 'crypto', 'promo', 'offers', 'validation'] as const
export const historyTexts = ['history', 'cards', 'deposits'] as const
