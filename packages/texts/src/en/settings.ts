export const settings = {
  'settings.language': 'Language',
  'settings.theme': 'Theme',
  'settings.theme_system': 'System',
  'settings.theme_dark': 'Dark',
  'settings.theme_light': 'Light',
} as const
