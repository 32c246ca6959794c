import { setTimeout as sleep } from 'node:timers/promises'

import { launchBrowser, listScripts, type Opened, visit } from '../browser.ts'
import type { BenchEnvironment } from '../environment.ts'
import { type ReportRow, toMaximumRatioRow, toMaximumRow } from '../report.ts'

const bytesPerKb = 1000
const minuteMs = 60_000
/** The browser is slowed down by this factor, like a phone against the machine of the bench. */
const cpuSlowdown = 4
/** Time in which the chart and the first quotes appear. */
const settleMs = 5000

/**
 * Measures the trading screen in a real browser with running quotes: what it loads, when it is painted, whether it stays fluid, and whether
 * it leaks.
 */
export async function measureTradingScreen(
  environment: BenchEnvironment,
  { heapMinutes }: { readonly heapMinutes: number },
): Promise<ReportRow[]> {
  const browser = await launchBrowser()
  try {
    const [userId = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
    const session = await environment.createBrowserSession(userId)
    const { url } = environment.server
    const shell = await visit(browser, session, `${url}/en/trading#/show/terms`, ({ page }) => listScripts(page))
    const home = await visit(browser, session, `${url}/en/trading#/home`, async ({ page }) => ({
      scripts: await listScripts(page),
      paintMs: await page.evaluate<number>('window.benchPaintMs ?? 1e9'),
    }))
    const added = [...home.scripts].filter(([script]) => !shell.has(script))
    const longest = await visit(browser, session, `${url}/en/trading#/home`, measureLongestTask)
    const heap = await visit(browser, session, `${url}/en/trading#/home`, (opened) => measureHeap(opened, heapMinutes))
    return [
      toMaximumRow(
        'JavaScript that the trading screen adds to the shell, brotli',
        'KB',
        added.reduce((sum, [, bytes]) => sum + bytes, 0) / bytesPerKb,
        150,
      ),
      toMaximumRow('largest paint of the trading screen', 'ms', home.paintMs, 2000),
      toMaximumRow(`longest task in a minute of quotes, CPU ${cpuSlowdown} times slower`, 'ms', longest, 50.5),
      toMaximumRatioRow(`heap after ${heapMinutes} min, against one minute`, 'MB', heap.lastMb, heap.firstMb, 1.1),
    ]
  } finally {
    await browser.close()
  }
}

/** Measures the longest task. 0: none is long enough to be reported. */
async function measureLongestTask({ page, cdp }: Opened): Promise<number> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await sleep(settleMs)
  await page.evaluate('window.benchLongTasksMs = []')
  await sleep(minuteMs)
  return page.evaluate<number>('Math.max(0, ...window.benchLongTasksMs)')
}

async function measureHeap({ cdp }: Opened, minutes: number): Promise<{ firstMb: number; lastMb: number }> {
  const readMb = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1_000_000
  }
  await sleep(minuteMs)
  const firstMb = await readMb()
  await sleep((minutes - 1) * minuteMs)
  return { firstMb, lastMb: await readMb() }
}
