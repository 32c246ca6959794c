import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { type Locale, isLocale, localeInfo, locales } from '@tradefront/texts/locales'
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

export type HtmlTemplate = {
  readonly render: (input: HtmlTemplateInput) => string
  /** Whether the web app has a page at this path (without the language). */
  readonly hasPage: (path: string) => boolean
}

const asset = z.string().regex(/^\/assets\/[\w.-]+$/)
const shell = z.object({ html: z.string(), scripts: z.array(asset) })
/** Written by `apps/web/vite/prerender.ts`. */
const prerenderedSiteSchema = z.object({
  /** Without the language, e.g. `/show/$page`. */
  paths: z.array(z.string()),
  /**
   * What the trading area shows a trader, and a page of the server everyone, before the scripts run, and the scripts that it starts with,
   * by language.
   */
  shells: z.record(z.string(), z.object({ trading: shell, page: shell })),
  pages: z.array(
    z.object({
      path: z.string(),
      locale: z.string().refine(isLocale),
      sandbox: z.boolean(),
      title: z.string(),
      description: z.string(),
      fonts: z.array(asset),
      scripts: z.array(asset),
      html: z.string(),
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

/** Returns null if the web app has not been built. @param origin of the site, for links that leave it */
export async function readHtmlTemplate(file: string, origin: string): Promise<HtmlTemplate | null> {
  const page = await readFile(file, 'utf8').catch(() => null)
  if (page === null) return null
  const fillPlaceholders = splitAtPlaceholders(page, file)
  const prerenderedPages = new Map<string, { readonly head: string; readonly html: string }>()
  const site = await readPrerenderedSite(file)
  for (const { path, locale, sandbox, title, description, fonts, scripts, html } of site?.pages ?? []) {
    const head = [
      `<title>${escapeHtml(title)}</title>`,
      `<meta name="description" content="${escapeHtml(description)}">`,
      ...describeForOthers({ path, locale, title, description }, origin),
      ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
      ...scripts.map(preloadScript),
    ].join('')
    prerenderedPages.set(toPageKey(path, locale, sandbox), { head, html })
  }
  const render = ({ locale, theme, boot, path, data = {} }: HtmlTemplateInput) => {
    const prerenderedPage = boot.user === null ? prerenderedPages.get(toPageKey(path, locale, boot.sandbox)) : undefined
    const shell = matchesPath(pagePath, path)
      ? site?.shells[locale]?.page
      : boot.user !== null && matchesPath(tradingPath, path)
        ? site?.shells[locale]?.trading
        : undefined
    const root =
      shell === undefined
        ? `<div id="root">${prerenderedPage?.html ?? ''}</div>`
        : `<div id="root" data-shell>${shell.html}</div>`
    const shellHead = [placeholders.title, ...(shell?.scripts ?? []).map(preloadScript)].join('')
    const html = `<html lang="${locale}" dir="${localeInfo[locale].dir}" data-theme="${theme}">`
    return fillPlaceholders({
      html,
      title: prerenderedPage?.head ?? shellHead,
      boot: renderDataScripts({ boot }),
      root: `${renderDataScripts(data)}${root}`,
    })
  }
  return { render, hasPage: (path) => site === null || site.paths.some((pattern) => matchesPath(pattern, path)) }
}

function preloadScript(path: string): string {
  return `<link rel="modulepreload" href="${path}" crossorigin fetchpriority="low">`
}

/** Tells search engines the page's other languages, and chats and networks what a link to it shows. */
function describeForOthers(
  page: { readonly path: string; readonly locale: Locale; readonly title: string; readonly description: string },
  origin: string,
): string[] {
  const url = (locale: string) => escapeHtml(`${origin}/${locale}${page.path}`)
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
  return [
    `<link rel="canonical" href="${url(page.locale)}">`,
    ...locales.map((locale) => `<link rel="alternate" hreflang="${locale}" href="${url(locale)}">`),
    property('type', 'website'),
    property('site_name', 'Tradefront'),
    property('title', page.title),
    property('description', page.description),
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

/** Without it, a page appears when its script has run. */
async function readPrerenderedSite(file: string): Promise<z.infer<typeof prerenderedSiteSchema> | null> {
  const text = await readFile(join(dirname(file), '.shells.json'), 'utf8').catch(() => null)
  return text === null ? null : prerenderedSiteSchema.parse(JSON.parse(text))
}

/** Throws if a placeholder is missing. */
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

/** No text can end the script element or start a comment. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
