import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe from 'axe-core'

import { expect } from './test.ts'

export async function expectNoAxeViolations(page: Page, rules?: string[]): Promise<void> {
  // Colours can only be checked when no animation runs or is about to start: reduce motion, then wait for the running ones.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let stableFrames = 0; stableFrames < 3; stableFrames += 1) {
      await frame()
      const moving = document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
      if (moving.length > 0) stableFrames = 0
      await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)))
    }
  })
  // Overlays are outside the landmarks and have their own close buttons for screen readers.
  const hasOverlay = (await page.locator('[data-trigger]').count()) > 0
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: { type: 'rule', values: rules } }),
    ...(hasOverlay && { rules: { region: { enabled: false } } }),
  }
  const findings = page.frames().length === 1 ? await analyzePage(page, options) : await analyzeFrames(page, options)
  expect(findings).toEqual([])
}

/** Analyses a page. It loads axe once per document, which takes as long as a small analysis. */
async function analyzePage(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (given) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe }
    const findTitle = () => document.querySelector('h1')
    const title = findTitle()
    let result = await loaded.run(document, given)
    // The next screen replaced this one during the analysis, which has therefore mixed both.
    if (findTitle() !== title) result = await loaded.run(document, given)
    return result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }))
  }, options)
  return violations.map(describeViolation)
}

/** Analyses frames. It opens another page for every analysis. */
async function analyzeFrames(page: Page, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options(options).analyze()
  return violations.map(describeViolation)
}

function describeViolation({
  id,
  nodes,
}: Pick<axe.Result, 'id'> & { nodes: Pick<axe.NodeResult, 'target'>[] }): string {
  return `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
}

/** Rules about colours, in which only themes differ. */
export const colourRules = ['color-contrast', 'link-in-text-block']

export async function expectNoAxeViolationsInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page, colourRules)
}
