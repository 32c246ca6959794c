/** Areas of texts that every page in front of the door needs. */
export const siteTextAreas = ['common', 'settings', 'auth'] as const
