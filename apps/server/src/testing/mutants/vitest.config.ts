import { defineConfig } from 'vitest/config'

import { codeMutants } from './code-mutants.ts'
import { editSource, mutableFolders, rootUrl } from './edit-source.ts'

/** Vitest with one mutant. `run-mutants.ts` sets both variables. */
const { MUTANT: mutantName, POSTGRES_URLS: postgresUrls = '' } = process.env
const edits = codeMutants.find(({ name }) => name === mutantName)?.edits ?? []
const folders = mutableFolders.map((folder) => rootUrl.pathname + folder)

export default defineConfig({
  root: rootUrl.pathname,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) =>
        folders.some((folder) => id.startsWith(folder))
          ? edits.reduce((source, edit) => editSource(id, source, edit) ?? source, code)
          : code,
    },
  ],
  test: {
    environment: 'node',
    include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 1,
    // Its keys know nothing of mutants.
    fsModuleCache: false,
    provide: { postgresUrls: JSON.parse(postgresUrls) },
  },
})
