import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { isLocale, localeInfo } from '@tradefront/texts/locales'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const entryFile = 'src/routes/site/prerender.tsx'

/** Prerenders the pages into `.shells.json`, with the paths of all pages, beside `index.html`. Fails the build if a page contains what the CSP forbids. */
export function prerenderShells(): Plugin {
  let root = ''
  let outDir = ''
  return {
    name: 'prerender-shells',
    apply: 'build',
    configResolved(config) {
      root = config.root
      outDir = join(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error !== undefined) return
        // Inside the project, to find packages that are not bundled.
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
          const shellPages = Object.entries(shells).map(([path, html]) => ({ path, html }))
          for (const { path, html } of [...pages, ...shellPages]) {
            const forbidden = /<(?:script|style)\b| style="| on[a-z]+="|<!--\$!-->/.exec(html)
            // The CSP forbids the first four. The last means that a component needs a browser.
            if (forbidden) throw new Error(`The drawn page ${path} must not hold ${forbidden[0].trim()}`)
          }
          const assets = await readdir(join(outDir, 'assets'))
          const filled = pages.map((page) => ({ ...page, fonts: findFonts(page.locale, assets) }))
          await writeFile(join(outDir, '.shells.json'), JSON.stringify({ paths, pages: filled, shells }))
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
    },
  }
}

/** The Latin font is preloaded by every page. */
function findFonts(locale: string, assets: readonly string[]): string[] {
  const subset = isLocale(locale) ? localeInfo[locale].fontSubset : undefined
  if (subset === undefined) return []
  const file = assets.find((name) => name.startsWith(`inter-${subset}-wght-normal`) && name.endsWith('.woff2'))
  if (file === undefined) throw new Error(`The build has no ${subset} font to preload`)
  return [`/assets/${file}`]
}

type PrerenderedPage = { readonly path: string; readonly locale: string; readonly html: string }

type PrerenderedSite = {
  readonly paths: readonly string[]
  readonly pages: readonly PrerenderedPage[]
  readonly shells: Readonly<Record<string, string>>
}

const renderTimeoutMs = 60_000

/** The pages keep timers and ports open, so they run in a child process. */
async function renderSite(module: string, file: string): Promise<PrerenderedSite> {
  const script = `import { writeFileSync } from 'node:fs'
    const { prerender } = await import(${JSON.stringify(pathToFileURL(module).href)})
    writeFileSync(${JSON.stringify(file)}, JSON.stringify(await prerender()))
    process.exit(0)`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { timeout: renderTimeoutMs })
  return JSON.parse(await readFile(file, 'utf8')) as PrerenderedSite
}
