import { availableParallelism } from 'node:os'

import { defineConfig } from '@playwright/test'

import { findDebianBrowser } from '../scripts/browser.mjs'

const executablePath = findDebianBrowser()
const launchOptions = {
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  ...(executablePath !== undefined && { executablePath }),
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // There is one worker more than cores, because a test also waits. One server serves them all.
  workers: Math.min(availableParallelism() + 1, 6),
  // These limits end a hang. A busy machine takes several times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(process.env['E2E_REPORT'] ? [['json', { outputFile: process.env['E2E_REPORT'] }] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // Motion takes a sixth of the browser's time. Tests of motion and of the main screens turn it on.
    reducedMotion: 'reduce',
    launchOptions,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
