import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { root } from '../processes.ts'
import { type Row, leastRow, median } from '../row.ts'
import type { World } from '../world.ts'

const cli = join(root, 'node_modules/lighthouse/cli/index.js')
const debian = '/usr/bin/chromium'
const runs = 3
const runMs = 90_000

const categories = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof categories

/** Without a score where a busy machine let it see nothing painted: no points, which the median of three bears once. */
const score = z.object({ score: z.nullable(z.number()) })
const report = z.object({
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score }),
})

/** Lighthouse as it stands, on its slow phone: the landing and the log-in page, the median of three runs each. */
export async function lighthouseRows(world: World): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, path] of [
    ['landing', '/en/'],
    ['log-in', '/en/login'],
  ] as const) {
    const scores: Record<Category, number>[] = []
    for (let run = 0; run < runs; run += 1) scores.push(await measure(world.server.url + path))
    for (const [category, least] of Object.entries(categories) as [Category, number][]) {
      const points = median(scores.map((each) => each[category]))
      rows.push(leastRow(`Lighthouse, phone, ${name}: ${category}`, 'points', points, least))
    }
  }
  return rows
}

/** One run of Lighthouse; points from 0 to 100. Throws where it could not be run, with its last words. */
async function measure(url: string): Promise<Record<Category, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-lighthouse-'))
  const file = join(folder, 'report.json')
  try {
    const child = spawn(
      process.execPath,
      [
        cli,
        url,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${Object.keys(categories).join(',')}`,
        '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
      ],
      {
        env: { ...process.env, ...(existsSync(debian) && { CHROME_PATH: debian }) },
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: runMs,
      },
    )
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
    await once(child, 'close')
    if (!existsSync(file)) throw new Error(`Lighthouse could not look at ${url}: ${said}`)
    const found = report.parse(JSON.parse(readFileSync(file, 'utf8'))).categories
    const points = (category: Category): number => Math.round((found[category].score ?? 0) * 100)
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      'best-practices': points('best-practices'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
