export const settings = {
  'settings.language': 'Language',
  'settings.theme': 'Theme',
  'settings.theme_system': 'As the system',
  'settings.theme_dark': 'Dark',
  'settings.theme_light': 'Light',
} as const
