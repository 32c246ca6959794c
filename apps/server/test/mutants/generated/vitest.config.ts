import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { root } from './mutated-files.ts'
import { applyEdit, type Edit } from './mutation.ts'

/** Vitest with one planted fault. `run-test-file.ts` sets the variables. */
const { POSTGRES_URLS: postgresUrls = '' } = process.env
const fault = JSON.parse(process.env['MUTANT_EDIT'] ?? 'null') as (Edit & { readonly file: string }) | null
const files = JSON.parse(process.env['MUTANT_FILES'] ?? '[]') as string[]

/** Runs the nearest tests first, as they were selected. */
class SelectedOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const getPlace = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file))
    return specifications.toSorted((a, b) => getPlace(a) - getPlace(b))
  }
}

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) => (fault !== null && id === root + fault.file ? applyEdit(code, fault) : code),
    },
  ],
  test: {
    environment: 'node',
    include: ['packages/*/src/**/*.test.ts', 'apps/server/{src,test}/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // A worker loads shared modules once, as in the projects of the root.
    isolate: false,
    sequence: { sequencer: SelectedOrder },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 1,
    // The keys of this cache know nothing of planted faults.
    fsModuleCache: false,
    provide: { postgresUrls: JSON.parse(postgresUrls) },
  },
})
