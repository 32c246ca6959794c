export const siteTexts = ['common', 'settings', 'login'] as const
export const ladderTexts = ['common', 'settings', 'profile', 'trading'] as const
export const tradingTexts = ['common', 'settings', 'profile'] as const
