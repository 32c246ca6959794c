import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

const node = { environment: 'node' } as const
/** Those that use `stubNavigation`, which cannot replace the location of a virtual machine. */
const navigationTests = [
  'apps/web/src/routes/site/autologin-panel.test.tsx',
  'apps/web/src/routes/site/site-messages.test.tsx',
  'apps/web/src/routes/trading/account-switch.test.tsx',
  'apps/web/src/routes/trading/real-account.test.tsx',
  'apps/web/src/routes/trading/withdrawal-screen.test.tsx',
]
/** After the tests of the server, whose statements the query plans need. Those of the other projects then keep all cores busy. */
const later = { sequence: { groupOrder: 1 } }
const webSetupFiles = ['apps/web/src/platform/testing/set-time-limits.ts']
/** Files share the loaded modules: faster by a third. So no test replaces a module or changes the state of one. */
const shared = { ...node, isolate: false } as const

export default defineConfig({
  test: {
    // For the server, one copy of the database per file, so files never meet.
    pool: 'forks',
    // Files of the server wait for their database and for time half as long as they run.
    maxWorkers: availableParallelism() + 2,
    // They end a hang. A busy machine takes ten times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { test: { ...shared, name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          exclude: ['**/*.sim.test.ts', '**/*.chaos.test.ts', '**/*.plans.test.ts', '**/*.fuzz.test.ts'],
          globalSetup: ['apps/server/test/fixtures/global-setup.ts'],
          setupFiles: ['apps/server/test/plans/record-statements.ts'],
        },
      },
      {
        // Checks the statements that the tests of the server have recorded.
        test: {
          ...node,
          ...later,
          name: 'plans',
          include: ['apps/server/{src,test}/**/*.plans.test.ts'],
          globalSetup: ['apps/server/test/fixtures/global-setup.ts'],
        },
      },
      { test: { ...shared, name: 'sandbox', include: ['apps/sandbox/src/**/*.test.ts'] } },
      {
        test: {
          ...node,
          ...later,
          name: 'web',
          // A virtual machine per file isolates like a process, in half the time: jsdom is loaded once.
          pool: 'vmForks',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: navigationTests,
          setupFiles: webSetupFiles,
        },
      },
      { test: { ...node, ...later, name: 'web-navigation', include: navigationTests, setupFiles: webSetupFiles } },
      { test: { ...node, name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      {
        test: {
          ...node,
          ...later,
          name: 'sim',
          include: ['apps/server/{src,test}/**/*.sim.test.ts'],
          globalSetup: ['apps/server/test/fixtures/global-setup.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          ...node,
          name: 'fuzz',
          include: ['apps/server/{src,test}/**/*.fuzz.test.ts'],
          globalSetup: ['apps/server/test/fixtures/global-setup.ts'],
          testTimeout: 4 * 3_600_000,
        },
      },
      {
        test: {
          ...node,
          ...later,
          name: 'chaos',
          include: ['apps/server/{src,test}/**/*.chaos.test.ts'],
          globalSetup: ['apps/server/test/fixtures/global-setup.ts'],
          testTimeout: 600_000,
        },
      },
    ],
  },
})
