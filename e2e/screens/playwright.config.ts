import { defineConfig } from '@playwright/test'

import tests from '../playwright.config.ts'

// Configuration of `npm run screens`: the same server and browser as the tests have.
export default defineConfig({
  ...tests,
  testDir: '.',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results',
  reporter: 'list',
  projects: [
    { name: 'pictures', testMatch: 'take-pictures.ts' },
    // The page is also written if a screen could not be opened: its picture shows why.
    { name: 'page', testMatch: 'write-page.ts', dependencies: ['pictures'] },
  ],
})
