import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import * as z from 'zod'

import { root } from '../processes.ts'
import { type ReportRow, toMaximumRow, toZeroRow } from '../report.ts'
import type { BenchEnvironment } from '../environment.ts'

const dist = join(root, 'apps/web/dist')
const kb = 1000

const chunk = z.object({
  file: z.string(),
  isEntry: z.optional(z.boolean()),
  imports: z.optional(z.array(z.string())),
  dynamicImports: z.optional(z.array(z.string())),
})
const manifestSchema = z.record(z.string(), chunk)
type Manifest = z.infer<typeof manifestSchema>

/**
 * Chunks that a screen loads on top of the page's entry, by their sources in the manifest: the screen itself, and its texts in
 * English.
 */
const screens = {
  login: [/react-dom\/client\.js$/, /app\/site\/start\.tsx$/, /texts\/src\/en\/(auth|common)\.ts$/],
  /** The frame that every screen behind the door stands in. */
  frame: [/react-dom\/client\.js$/, /app\/trading\/start\.tsx$/, /texts\/src\/en\/(profile|common)\.ts$/],
  funding: [/funding-(screen|route|page)\.tsx$/, /texts\/src\/en\/cards\.ts$/],
}

/** JavaScript of the first screens, brotli, from the build's manifest; and how the server hands its files out. */
export async function measureWebBundle(world: BenchEnvironment): Promise<ReportRow[]> {
  const build = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: join(root, 'apps/web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (build.status !== 0) throw new Error('the web app could not be built')
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')))
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true)
  const login = collectImportedFiles(manifest, [...entries, ...findSources(manifest, screens.login)])
  const funding = collectImportedFiles(manifest, findSources(manifest, screens.funding))
  const frame = collectImportedFiles(manifest, [...entries, ...findSources(manifest, screens.frame)])
  const added = new Set([...funding].filter((file) => !frame.has(file)))
  const page = await fetchLoginPage(world)
  return [
    toMaximumRow('JavaScript of the log-in screen, brotli', 'KB', getCompressedBytes(login) / kb, 150),
    toMaximumRow('what the funding screen adds, brotli', 'KB', getCompressedBytes(added) / kb, 90),
    toZeroRow("addresses of other origins in the page's critical path", findForeignUrls(page)),
    toZeroRow('files not compressed, not hashed or not cached for ever', await findBadlyServedFiles(world, login)),
  ]
}

function findSources(manifest: Manifest, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) => {
    const found = Object.keys(manifest).filter((key) => pattern.test(key))
    // A file that is part of a bigger chunk has no key of its own: then the entry carries it.
    return found
  })
}

/** The JavaScript files of these sources and of everything they import before they run. */
function collectImportedFiles(manifest: Manifest, sources: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (source: string): void => {
    if (seen.has(source)) return
    seen.add(source)
    for (const next of manifest[source]?.imports ?? []) visit(next)
  }
  sources.forEach(visit)
  return new Set([...seen].map((source) => manifest[source]?.file ?? '').filter((file) => file.endsWith('.js')))
}

function getCompressedBytes(files: ReadonlySet<string>): number {
  return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0)
}

/** The log-in page as the server sends it. It needs a server that started after the build. */
async function fetchLoginPage(world: BenchEnvironment): Promise<string> {
  const answer = await fetch(`${world.server.url}/en/login`)
  if (answer.status !== 200) throw new Error(`/en/login: ${answer.status}`)
  return answer.text()
}

function findForeignUrls(page: string): string[] {
  const loaded = [...page.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="([^"]+)"/g)]
  return loaded.map(([, address = '']) => address).filter((address) => /^(?:[a-z]+:)?\/\//i.test(address))
}

async function findBadlyServedFiles(world: BenchEnvironment, files: ReadonlySet<string>): Promise<string[]> {
  const badFiles: string[] = []
  for (const file of files) {
    const answer = await fetch(`${world.server.url}/${file}`, { headers: { 'accept-encoding': 'br' } })
    const isLarge = (await answer.arrayBuffer()).byteLength > 1024
    const isCached =
      /max-age=31536000/.test(answer.headers.get('cache-control') ?? '') &&
      /immutable/.test(answer.headers.get('cache-control') ?? '')
    const isCompressed = !isLarge || answer.headers.get('content-encoding') === 'br'
    if (answer.status !== 200 || !isCached || !isCompressed || !/-[0-9a-f]{8,}\.js$/.test(file)) badFiles.push(file)
  }
  return badFiles
}
