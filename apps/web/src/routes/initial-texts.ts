export const siteTexts = ['common', 'settings', 'auth'] as const
export const tradingTexts = ['common', 'settings', 'profile'] as const
