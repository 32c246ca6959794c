import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Locale, isLocale, localeInfo } from '@tradefront/texts/locales'
import * as z from 'zod/mini'

export type Theme = 'system' | 'dark' | 'light'

/** What a page is filled with. `path` is the address without its language; a visitor gets what was drawn of it ahead of time. */
export type PageInput = {
  readonly locale: Locale
  readonly theme: Theme
  readonly boot: { readonly sandbox: boolean; readonly user: unknown }
  readonly path: string
  /** More JSON for this page, by the id of its script element: a word of ours. */
  readonly data?: PageData
}

export type PageData = Readonly<Record<string, unknown>>

/** Fills the built page: language, direction, theme, the boot JSON, and what was drawn ahead of time. */
export type PageTemplate = (input: PageInput) => string

/** Written by the web app's build; see `apps/web/vite/prerender.ts`. */
const shellsSchema = z.array(
  z.object({
    path: z.string(),
    locale: z.string().check(z.refine(isLocale)),
    sandbox: z.boolean(),
    title: z.string(),
    description: z.string(),
    /** Addresses of font files to ask for at once. */
    fonts: z.array(z.string().check(z.regex(/^\/assets\/[\w.-]+$/))),
    html: z.string(),
  }),
)

const marks = {
  html: /<html[^>]*>/,
  title: /<title>[^<]*<\/title>/,
  boot: /(?<=<script id="boot" type="application\/json">)[\s\S]*?(?=<\/script>)/,
  data: /(?=<div id="root">)/,
  root: /(?<=<div id="root">)(?=<\/div>)/,
} as const

/** Reads the app's built index.html; null when the app has not been built. */
export async function readPageTemplate(file: string): Promise<PageTemplate | null> {
  const page = await readFile(file, 'utf8').catch(() => null)
  if (page === null) return null
  const cut = cutUp(page, file)
  const shells = new Map<string, { readonly head: string; readonly html: string }>()
  for (const { path, locale, sandbox, title, description, fonts, html } of await readShells(file)) {
    const head = [
      `<title>${escapeHtml(title)}</title>`,
      `<meta name="description" content="${escapeHtml(description)}">`,
      ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    ].join('')
    shells.set(keyOf(path, locale, sandbox), { head, html })
  }
  return ({ locale, theme, boot, path, data = {} }) => {
    const shell = boot.user === null ? shells.get(keyOf(path, locale, boot.sandbox)) : undefined
    const html = `<html lang="${locale}" dir="${localeInfo[locale].dir}" data-theme="${theme}">`
    return cut({ html, title: shell?.head, boot: inlineJson(boot), data: dataScripts(data), root: shell?.html })
  }
}

function keyOf(path: string, locale: string, sandbox: boolean): string {
  return `${locale} ${sandbox} ${path.replace(/\/$/, '')}`
}

/** An app that was built without them is a page that paints when its script has run. */
async function readShells(file: string): Promise<z.infer<typeof shellsSchema>> {
  const text = await readFile(join(dirname(file), '.shells.json'), 'utf8').catch(() => '[]')
  return shellsSchema.parse(JSON.parse(text))
}

type Mark = keyof typeof marks

/** Cuts the page at its marks once; what is not given stays as it was built. Throws for a page that lacks one. */
function cutUp(page: string, file: string): (given: Partial<Record<Mark, string | undefined>>) => string {
  const found = Object.entries(marks).map(([name, pattern]) => {
    const match = pattern.exec(page)
    if (!match) throw new Error(`${file} has no place for its ${name}`)
    return { name: name as Mark, from: match.index, was: match[0] }
  })
  found.sort((one, other) => one.from - other.from)
  const between = found.map(({ from }, index) => {
    const before = found[index - 1]
    return page.slice(before ? before.from + before.was.length : 0, from)
  })
  const last = found.at(-1)
  const tail = page.slice(last ? last.from + last.was.length : 0)
  return (given) => found.map(({ name, was }, index) => `${between[index]}${given[name] ?? was}`).join('') + tail
}

function dataScripts(data: PageData): string {
  return Object.entries(data)
    .map(([id, value]) => `<script id="${id}" type="application/json">${inlineJson(value)}</script>`)
    .join('')
}

/** JSON that no text in it can break out of its script element, nor start a comment in it. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
