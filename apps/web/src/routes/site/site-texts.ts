/** Areas of texts that every page in front of the door needs. */
export const siteTexts = ['common', 'settings', 'auth'] as const
