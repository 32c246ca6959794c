/** spec: funding 4 */
export const defaultCascade = [
  'FRAUD',
  'ZOOM',
  'ENTROPAY',
  'ORANGE',
  'ORANGE_NOT3D',
  'CONCEPT',
  'UNIVERSE',
  'EZPAY',
] as const

/** spec: funding 9. This is the default of a setting. */
export const pfsCountries: readonly string[] = ['GB', 'ES', 'DE', 'IT', 'NL', 'SE', 'FR', 'CZ', 'LU', 'AT', 'BE', 'NO']
export const pfsCascade = ['PFS'] as const
