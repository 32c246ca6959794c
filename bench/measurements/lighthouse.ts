import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod'

import { fullBrowserPath } from '../../scripts/browser.mjs'
import { root } from '../processes.ts'
import { type ReportRow, toMinimumRow, median } from '../report.ts'
import type { BenchEnvironment } from '../environment.ts'

const cli = join(root, 'node_modules/lighthouse/cli/index.js')
const runs = 3
const runTimeoutMs = 90_000

const categories = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof categories

/** A score is null when nothing was painted in time on a busy machine. It counts as 0 points; the median of three tolerates one. */
const scoreSchema = z.object({ score: z.nullable(z.number()) })
const reportSchema = z.object({
  categories: z.object({ performance: scoreSchema, accessibility: scoreSchema, 'best-practices': scoreSchema }),
})

/** Measures with Lighthouse's slow phone, and takes the median of three runs per page. */
export async function measureLighthouse(environment: BenchEnvironment): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const [name, path] of [
    ['landing', '/en/'],
    ['log-in', '/en/login'],
  ] as const) {
    const scores: Record<Category, number>[] = []
    for (let run = 0; run < runs; run += 1) scores.push(await runLighthouse(environment.server.url + path))
    for (const [category, minimum] of Object.entries(categories) as [Category, number][]) {
      const points = median(scores.map((score) => score[category]))
      rows.push(toMinimumRow(`Lighthouse, phone, ${name}: ${category}`, 'points', points, minimum))
    }
  }
  return rows
}

/** Returns points from 0 to 100. */
async function runLighthouse(url: string): Promise<Record<Category, number>> {
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
        env: { ...process.env, CHROME_PATH: process.env['CHROME_PATH'] ?? fullBrowserPath },
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: runTimeoutMs,
      },
    )
    let errorOutput = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-2000)))
    await once(child, 'close')
    if (!existsSync(file)) throw new Error(`Lighthouse failed for ${url}: ${errorOutput}`)
    const categoryScores = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).categories
    const points = (category: Category): number => Math.round((categoryScores[category].score ?? 0) * 100)
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      'best-practices': points('best-practices'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
