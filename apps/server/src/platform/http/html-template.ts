import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Locale, isLocale, localeInfo } from '@tradefront/texts/locales'
import * as z from 'zod'

import { escapeHtml } from './escape-html.ts'

export type Theme = 'system' | 'dark' | 'light'

/** `path` is without the language. It selects the prerendered page for visitors. */
export type HtmlTemplateInput = {
  readonly locale: Locale
  readonly theme: Theme
  readonly boot: { readonly sandbox: boolean; readonly user: unknown }
  readonly path: string
  /** id of the script element -> value */
  readonly data?: InlineData
}

export type InlineData = Readonly<Record<string, unknown>>

export type HtmlTemplate = (input: HtmlTemplateInput) => string

/** Written by `apps/web/vite/prerender.ts`. */
const prerenderedPagesSchema = z.array(
  z.object({
    path: z.string(),
    locale: z.string().refine(isLocale),
    sandbox: z.boolean(),
    title: z.string(),
    description: z.string(),
    fonts: z.array(z.string().regex(/^\/assets\/[\w.-]+$/)),
    html: z.string(),
  }),
)

const placeholders = {
  html: /<html[^>]*>/,
  title: /<title>[^<]*<\/title>/,
  boot: /(?<=<script id="boot" type="application\/json">)[\s\S]*?(?=<\/script>)/,
  data: /(?=<div id="root">)/,
  root: /(?<=<div id="root">)(?=<\/div>)/,
} as const

/** Returns null if the web app has not been built. */
export async function readHtmlTemplate(file: string): Promise<HtmlTemplate | null> {
  const page = await readFile(file, 'utf8').catch(() => null)
  if (page === null) return null
  const fillPlaceholders = splitAtPlaceholders(page, file)
  const prerenderedPages = new Map<string, { readonly head: string; readonly html: string }>()
  for (const { path, locale, sandbox, title, description, fonts, html } of await readPrerenderedPages(file)) {
    const head = [
      `<title>${escapeHtml(title)}</title>`,
      `<meta name="description" content="${escapeHtml(description)}">`,
      ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    ].join('')
    prerenderedPages.set(toPageKey(path, locale, sandbox), { head, html })
  }
  return ({ locale, theme, boot, path, data = {} }) => {
    const prerenderedPage = boot.user === null ? prerenderedPages.get(toPageKey(path, locale, boot.sandbox)) : undefined
    const html = `<html lang="${locale}" dir="${localeInfo[locale].dir}" data-theme="${theme}">`
    return fillPlaceholders({
      html,
      title: prerenderedPage?.head,
      boot: inlineJson(boot),
      data: renderDataScripts(data),
      root: prerenderedPage?.html,
    })
  }
}

function toPageKey(path: string, locale: string, sandbox: boolean): string {
  return `${locale} ${sandbox} ${path.replace(/\/$/, '')}`
}

/** Without them, a page appears when its script has run. */
async function readPrerenderedPages(file: string): Promise<z.infer<typeof prerenderedPagesSchema>> {
  const text = await readFile(join(dirname(file), '.shells.json'), 'utf8').catch(() => '[]')
  return prerenderedPagesSchema.parse(JSON.parse(text))
}

type PlaceholderName = keyof typeof placeholders

/** Throws if a placeholder is missing. */
function splitAtPlaceholders(
  page: string,
  file: string,
): (values: Partial<Record<PlaceholderName, string | undefined>>) => string {
  const found = Object.entries(placeholders).map(([name, pattern]) => {
    const match = pattern.exec(page)
    if (!match) throw new Error(`${file} has no placeholder for ${name}`)
    return { name: name as PlaceholderName, from: match.index, original: match[0] }
  })
  found.sort((one, other) => one.from - other.from)
  const between = found.map(({ from }, index) => {
    const before = found[index - 1]
    return page.slice(before ? before.from + before.original.length : 0, from)
  })
  const last = found.at(-1)
  const tail = page.slice(last ? last.from + last.original.length : 0)
  return (values) =>
    found.map(({ name, original: was }, index) => `${between[index]}${values[name] ?? was}`).join('') + tail
}

function renderDataScripts(data: InlineData): string {
  return Object.entries(data)
    .map(([id, value]) => `<script id="${id}" type="application/json">${inlineJson(value)}</script>`)
    .join('')
}

/** No text can end the script element or start a comment. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
