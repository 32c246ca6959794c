import { join } from 'node:path'

export const screensFolder = join(import.meta.dirname, '../../screens')
export const picturesFolder = join(screensFolder, 'now')
/** Folder of the pictures of the run before. */
export const beforeFolder = join(screensFolder, 'before')

export const shapes = {
  phone: { width: 390, height: 844 },
  lying: { width: 844, height: 390 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
} as const
export const themes = ['dark', 'light'] as const

/** Columns of the page: each shape in each theme. */
export const variants = Object.keys(shapes).flatMap((shape) => themes.map((theme) => `${shape}-${theme}`))
