import { readFile } from 'node:fs/promises'

import { type Locale, localeInfo } from '@tradefront/texts/locales'

export type Theme = 'system' | 'dark' | 'light'

/** Fills the built page: language, direction, theme and the boot JSON. */
export type PageTemplate = (locale: Locale, theme: Theme, boot: unknown) => string

const htmlTag = /<html[^>]*>/
const bootScript = /(<script id="boot" type="application\/json">)[\s\S]*?(<\/script>)/

/** Reads the app's built index.html; null when the app has not been built. */
export async function readPageTemplate(file: string): Promise<PageTemplate | null> {
  const html = await readFile(file, 'utf8').catch(() => null)
  if (html === null) return null
  const [before = '', rest = ''] = splitAt(html, htmlTag)
  const script = bootScript.exec(rest)
  if (!script) throw new Error(`${file} has no place for the boot JSON`)
  const head = rest.slice(0, script.index)
  const tail = rest.slice(script.index + script[0].length)
  return (locale, theme, boot) =>
    `${before}<html lang="${locale}" dir="${localeInfo[locale].dir}" data-theme="${theme}">${head}${script[1]}${inlineJson(boot)}${script[2]}${tail}`
}

/** JSON that no text in it can break out of its script element, nor start a comment in it. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

function splitAt(text: string, pattern: RegExp): string[] {
  const found = pattern.exec(text)
  if (!found) throw new Error('the page has no html element')
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)]
}
