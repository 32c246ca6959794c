/** Areas of texts that every page of the site, and every screen of the trading area, needs. */
export const siteTexts = ['common', 'settings', 'auth'] as const
export const tradingTexts = ['common', 'settings', 'profile'] as const
