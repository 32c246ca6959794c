import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'

import { codeMutants, equivalentMutants } from './code-mutants.ts'
import { requireFittingEdits, rootUrl } from './edit-source.ts'

test.each(codeMutants)('the mutant “$name” fits the source, and its test exists', ({ edits, test: file }) => {
  expect(() => requireFittingEdits(edits)).not.toThrow()
  for (const { find, replace } of edits) expect(replace).not.toBe(find)
  if (file !== undefined) expect(existsSync(new URL(file, rootUrl)), file).toBe(true)
})

test('each mutant has a name of its own', () => {
  const names = codeMutants.map(({ name }) => name)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  expect(Object.keys(equivalentMutants).filter((name) => !names.includes(name))).toEqual([])
})

test('a mutant whose text is gone is reported', () => {
  const edit = { file: 'deposits/open-deposit.ts', find: 'no such text', replace: '' }
  expect(() => requireFittingEdits([edit])).toThrow('deposits/open-deposit.ts has no text "no such text"')
})
