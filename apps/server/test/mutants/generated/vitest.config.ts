import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { codeMutants } from './code-mutants.ts'
import { editSource, mutableFolders, rootUrl } from './edit-source.ts'

/** Vitest with one mutant or one generated edit. `run-test-file.ts` sets the variables. */
const { MUTANT: mutantName, POSTGRES_URLS: postgresUrls = '' } = process.env
const generated = JSON.parse(process.env['MUTANT_EDIT'] ?? 'null') as {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly replacement: string
} | null
const files = JSON.parse(process.env['MUTANT_FILES'] ?? '[]') as string[]
const edits = codeMutants.find(({ name }) => name === mutantName)?.edits ?? []
const folders = mutableFolders.map((folder) => rootUrl.pathname + folder)

/** The nearest tests first, as they were selected. */
class SelectedOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const getPlace = ({ moduleId }: TestSpecification) => files.findIndex((file) => moduleId.endsWith(file))
    return specifications.toSorted((a, b) => getPlace(a) - getPlace(b))
  }
}

export default defineConfig({
  root: rootUrl.pathname,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) => {
        if (generated !== null && id === rootUrl.pathname + generated.file)
          return code.slice(0, generated.start) + generated.replacement + code.slice(generated.end)
        return folders.some((folder) => id.startsWith(folder))
          ? edits.reduce((source, edit) => editSource(id, source, edit) ?? source, code)
          : code
      },
    },
  ],
  test: {
    environment: 'node',
    include: ['packages/*/src/**/*.test.ts', 'apps/server/{src,test}/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // As in the projects of the root: a worker loads shared modules once.
    isolate: false,
    sequence: { sequencer: SelectedOrder },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    bail: 1,
    // Its keys know nothing of mutants.
    fsModuleCache: false,
    provide: { postgresUrls: JSON.parse(postgresUrls) },
  },
})
