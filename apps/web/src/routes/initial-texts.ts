export const siteTexts = ['common', 'settings', 'auth'] as const
export const ladderTexts = ['common', 'settings', 'profile', 'trading'] as const
export const tradingTexts = ['common', 'settings', 'profile'] as const
