import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { isLocale, localeInfo } from '@tradefront/texts/locales'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

import { siteTexts, tradingTexts } from '../src/routes/initial-texts.ts'

const entryFile = 'src/routes/site/prerender.tsx'

/** Modules that main.tsx loads at once, by area of the site. The page preloads their files, which otherwise come a round trip later. */
const areaModules = {
  site: ['/react-dom/client.js', '/src/routes/site/start-site.tsx'],
  trading: ['/react-dom/client.js', '/src/routes/trading/start-trading.tsx'],
}
const areaTexts = { site: siteTexts, trading: tradingTexts }
/** Modules that are loaded for a page alone, by path. */
const pageModules: Readonly<Record<string, readonly string[]>> = {
  '/': ['/src/features/landing/landing.tsx'],
  '/login': ['/src/routes/site/login-page.tsx'],
  '/register': ['/src/routes/site/register-page.tsx'],
}

/** Prerenders the pages into `.shells.json`, with the paths of all pages, beside `index.html`. Fails the build if a page contains what the CSP forbids. */
export function prerenderShells(): Plugin {
  let root = ''
  let outDir = ''
  let chunks: readonly Rolldown.OutputChunk[] = []
  return {
    name: 'prerender-shells',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = join(config.root, config.build.outDir)
    },
    generateBundle(_options, bundle) {
      chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error !== undefined) return
        // The folder is inside the project, to find packages that are not bundled.
        const folder = await mkdtemp(join(outDir, '.prerender-'))
        try {
          await build({
            root,
            configFile: false,
            logLevel: 'warn',
            plugins: [react()],
            build: { ssr: entryFile, outDir: folder, copyPublicDir: false, minify: false, emptyOutDir: true },
            ssr: { noExternal: true, resolve: { conditions: ['browser', 'module', 'import', 'production'] } },
          })
          const { paths, pages, shells } = await renderSite(join(folder, 'prerender.js'), join(folder, 'shells.json'))
          const shellPages = Object.entries(shells).flatMap(([locale, { trading, page }]) => [
            { path: `/${locale}/trading`, html: trading },
            { path: `/${locale}/show`, html: page },
          ])
          for (const { path, html } of [...pages, ...shellPages]) {
            const forbidden = /<(?:script|style)\b| style="| on[a-z]+="|<!--\$!-->/.exec(html ?? '')
            // The CSP forbids the first four. The last one means that a component needs a browser.
            if (forbidden) throw new Error(`The drawn page ${path} must not hold ${forbidden[0].trim()}`)
          }
          const assets = await readdir(join(outDir, 'assets'))
          const listScripts = (area: keyof typeof areaModules, locale: string, ownModules: readonly string[] = []) =>
            findScripts(chunks, [...areaModules[area], ...listTextModules(areaTexts[area], locale), ...ownModules])
          const filledPages = pages.map(({ texts, ...page }) => ({
            ...page,
            fonts: findFonts(page.locale, assets),
            scripts: listScripts('site', page.locale, [
              ...listTextModules(texts, page.locale),
              ...(pageModules[page.path] ?? []),
            ]),
          }))
          const filledShells = Object.entries(shells).map(([locale, { trading, page }]) => [
            locale,
            {
              trading: { html: trading, scripts: listScripts('trading', locale) },
              page: { html: page, scripts: listScripts('site', locale, ['/src/routes/site/public-page.tsx']) },
            },
          ])
          const site = { paths, pages: filledPages, shells: Object.fromEntries(filledShells) }
          await writeFile(join(outDir, '.shells.json'), JSON.stringify(site))
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
    },
  }
}

/** Finds the fonts of a language besides the Latin one, which every page preloads. */
function findFonts(locale: string, assets: readonly string[]): string[] {
  const subset = isLocale(locale) ? localeInfo[locale].fontSubset : undefined
  if (subset === undefined) return []
  const file = assets.find((name) => name.startsWith(`inter-${subset}-wght-normal`) && name.endsWith('.woff2'))
  if (file === undefined) throw new Error(`The build has no ${subset} font to preload`)
  return [`/assets/${file}`]
}

function listTextModules(areas: readonly string[], locale: string): string[] {
  return areas.map((area) => `/packages/texts/src/${locale}/${area}.ts`)
}

/**
 * Finds the files with these modules and all that they import, without the one that the page starts with. Throws if a module is in none.
 */
function findScripts(chunks: readonly Rolldown.OutputChunk[], modules: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) add(imported)
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
    if (chunk === undefined) throw new Error(`The build has no file with ${module}`)
    add(chunk.fileName)
  }
  const entry = chunks.find(({ isEntry }) => isEntry)
  return [...found].filter((name) => name !== entry?.fileName).map((name) => `/${name}`)
}

type PrerenderedPage = {
  readonly path: string
  readonly locale: string
  readonly texts: readonly string[]
  readonly html: string | null
}

type PrerenderedSite = {
  readonly paths: readonly string[]
  readonly pages: readonly PrerenderedPage[]
  readonly shells: Readonly<Record<string, { readonly trading: string; readonly page: string }>>
}

const renderTimeoutMs = 60_000

/** Renders the pages in a child process, because they keep timers and ports open. */
async function renderSite(module: string, file: string): Promise<PrerenderedSite> {
  const script = `import { writeFileSync } from 'node:fs'
    const { prerender } = await import(${JSON.stringify(pathToFileURL(module).href)})
    writeFileSync(${JSON.stringify(file)}, JSON.stringify(await prerender()))
    process.exit(0)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { timeout: renderTimeoutMs })
  return JSON.parse(await readFile(file, 'utf8')) as PrerenderedSite
}
