import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Locale, isLocale, localeInfo, locales } from '@tradefront/texts/locales'
import * as z from 'zod'

import { escapeHtml } from './escape-html.ts'

export type Theme = 'system' | 'dark' | 'light'

/** `path` has no language. It selects the prerendered page for visitors. */
export type HtmlTemplateInput = {
  readonly locale: Locale
  readonly theme: Theme
  readonly boot: { readonly sandbox: boolean; readonly user: unknown }
  readonly path: string
  /** Description of a page that the server knows more about than the web app, e.g. a text of an operator. */
  readonly description?: PageDescription | undefined
  /** Texts about the trader by the mark in the shell that they replace. */
  readonly shellValues?: Readonly<Record<string, string>>
  /** Data by the id of its script element. */
  readonly data?: InlineData
}

export type PageDescription = {
  /** Title of the page and name of the site. */
  readonly title: string
  /** Description for search engines. Null: the page is not for them. */
  readonly description: string | null
}

export type InlineData = Readonly<Record<string, unknown>>

export type HtmlTemplate = {
  readonly render: (input: HtmlTemplateInput) => string
  /** Returns whether the web app has a page at this path (without the language). */
  readonly hasPage: (path: string) => boolean
}

const asset = z.string().regex(/^\/assets\/[\w.-]+$/)
const shell = z.object({ html: z.string(), scripts: z.array(asset) })
/** Schema of the file that `apps/web/vite/prerender.ts` writes. */
const prerenderedSiteSchema = z.object({
  /** Paths without the language, e.g. `/show/$page`. */
  paths: z.array(z.string()),
  /**
   * Content before the scripts run, by language: what the trading area shows a trader, and a page of the server everyone, and the scripts
   * that each starts with.
   */
  shells: z.record(z.string(), z.object({ trading: shell, page: shell })),
  pages: z.array(
    z.object({
      path: z.string(),
      locale: z.string().refine(isLocale),
      sandbox: z.boolean(),
      title: z.string(),
      description: z.nullable(z.string()),
      fonts: z.array(asset),
      scripts: z.array(asset),
      /** Content of the page. Null: its script draws it. */
      html: z.nullable(z.string()),
    }),
  ),
})

/** Path of the trading area, after the language. */
const tradingPath = '/trading'
/** Pattern of the pages of the server. */
const pagePath = '/show/$page'

/** Texts of apps/web/index.html that a page replaces, in this order. */
const placeholders = {
  html: '<html lang="en" data-theme="system">',
  title: '<title>Tradefront</title>',
  boot: '<script id="boot" type="application/json"></script>',
  root: '<div id="root"></div>',
} as const

/** Reads the template. Returns null if the web app has not been built. @param origin of the site, for links that leave it */
export async function readHtmlTemplate(file: string, origin: string): Promise<HtmlTemplate | null> {
  const page = await readFile(file, 'utf8').catch(() => null)
  if (page === null) return null
  const fillPlaceholders = splitAtPlaceholders(page, file)
  const pages = new Map<string, { readonly head: string; readonly html: string | null }>()
  const site = await readPrerenderedSite(file)
  for (const { path, locale, sandbox, title, description, fonts, scripts, html } of site?.pages ?? []) {
    const head = [
      ...describePage({ path, locale, title, description }, origin),
      ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
      ...scripts.map(preloadScript),
    ].join('')
    pages.set(toPageKey(path, locale, sandbox), { head, html })
  }
  const render = ({ locale, theme, boot, path, description, shellValues = {}, data = {} }: HtmlTemplateInput) => {
    const page = pages.get(toPageKey(path, locale, boot.sandbox))
    // The prerendered content is for visitors: a trader sees something else.
    const shown = page?.html === null || boot.user === null ? page : undefined
    const described = description && describePage({ path, locale, ...description }, origin).join('')
    const shell = matchesPath(pagePath, path)
      ? site?.shells[locale]?.page
      : boot.user !== null && matchesPath(tradingPath, path)
        ? site?.shells[locale]?.trading
        : undefined
    const root =
      shell === undefined
        ? `<div id="root">${shown?.html ?? ''}</div>`
        : `<div id="root" data-shell>${fillMarks(shell.html, shellValues)}</div>`
    const shellScripts = (shell?.scripts ?? []).map(preloadScript)
    const html = `<html lang="${locale}" dir="${localeInfo[locale].dir}" data-theme="${theme}">`
    return fillPlaceholders({
      html,
      title: [renderThemeColors(theme), described ?? shown?.head ?? placeholders.title, ...shellScripts].join(''),
      boot: renderDataScripts({ boot }),
      // After what is painted, which must not wait for it.
      root: `${root}${renderDataScripts(data)}`,
    })
  }
  return { render, hasPage: (path) => site === null || site.paths.some((pattern) => matchesPath(pattern, path)) }
}

function fillMarks(html: string, values: Readonly<Record<string, string>>): string {
  return html.replaceAll(/\{\{(\w+)\}\}/g, (_mark, name: string) => escapeHtml(values[name] ?? ''))
}

function preloadScript(path: string): string {
  return `<link rel="modulepreload" href="${path}" crossorigin fetchpriority="low">`
}

/** `--bg` of the web app's tokens.css, for what a browser draws around the page. */
const themeColors = { light: '#f9fafc', dark: '#0c1015' } as const

/** Writes the colours of both themes. The web app changes `media` when another theme is chosen. */
function renderThemeColors(theme: Theme): string {
  const findMedia = (color: 'light' | 'dark') =>
    theme === 'system' ? `(prefers-color-scheme: ${color})` : theme === color ? 'all' : 'not all'
  return (['light', 'dark'] as const)
    .map(
      (color) =>
        `<meta name="theme-color" id="color-${color}" content="${themeColors[color]}" media="${findMedia(color)}">`,
    )
    .join('')
}

/** Tells search engines the page's other languages, and chats and networks what a link to it shows. */
function describePage(
  page: PageDescription & { readonly path: string; readonly locale: Locale },
  origin: string,
): string[] {
  const title = `<title>${escapeHtml(page.title)}</title>`
  const { description } = page
  if (description === null) return [title, '<meta name="robots" content="noindex">']
  const url = (locale: string) => escapeHtml(`${origin}/${locale}${page.path}`)
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
  return [
    title,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${url(page.locale)}">`,
    ...locales.map((locale) => `<link rel="alternate" hreflang="${locale}" href="${url(locale)}">`),
    property('type', 'website'),
    property('site_name', 'Tradefront'),
    property('title', page.title),
    property('description', description),
    property('url', url(page.locale)),
    property('image', `${origin}/share-${page.locale}.png`),
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
}

function matchesPath(pattern: string, path: string): boolean {
  const [expected, parts] = [pattern, path].map((each) => each.replace(/\/$/, '').split('/'))
  return (
    expected?.length === parts?.length &&
    expected?.every((part, index) => (part.startsWith('$') ? parts?.[index] !== '' : part === parts?.[index])) === true
  )
}

function toPageKey(path: string, locale: string, sandbox: boolean): string {
  return `${locale} ${sandbox} ${path.replace(/\/$/, '')}`
}

/** Reads prerendered pages. Without them, a page appears when its script has run. */
async function readPrerenderedSite(file: string): Promise<z.infer<typeof prerenderedSiteSchema> | null> {
  const text = await readFile(join(dirname(file), '.shells.json'), 'utf8').catch(() => null)
  return text === null ? null : prerenderedSiteSchema.parse(JSON.parse(text))
}

/** Splits the text at its placeholders. Throws if one is missing. */
function splitAtPlaceholders(
  page: string,
  file: string,
): (values: Readonly<Record<keyof typeof placeholders, string>>) => string {
  let rest = page
  const cut = (name: keyof typeof placeholders): string => {
    const at = rest.indexOf(placeholders[name])
    if (at === -1) throw new Error(`${file} has no placeholder for ${name}`)
    const before = rest.slice(0, at)
    rest = rest.slice(at + placeholders[name].length)
    return before
  }
  const before = { html: cut('html'), title: cut('title'), boot: cut('boot'), root: cut('root') }
  return ({ html, title, boot, root }) =>
    [before.html, html, before.title, title, before.boot, boot, before.root, root, rest].join('')
}

function renderDataScripts(data: InlineData): string {
  return Object.entries(data)
    .map(([id, value]) => `<script id="${id}" type="application/json">${inlineJson(value)}</script>`)
    .join('')
}

/** Writes JSON so that no text can end the script element or start a comment. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
