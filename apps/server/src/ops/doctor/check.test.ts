import { expect, test } from 'vitest'

import type { AppContext } from '../../context.ts'
import { type Check, ok, runChecks } from './check.ts'

const app = {} as AppContext

test('a check that hangs or fails hides no other, and shows no text of the error', async () => {
  const checks: Check[] = [
    { about: 'silent', run: () => new Promise(() => undefined) },
    { about: 'broken', run: async () => Promise.reject(new TypeError('smtps://user:password@mail.example')) },
    { about: 'many', run: async () => [ok('many', 'One.'), ok('many', 'Two.')] },
  ]
  expect(await runChecks(app, checks, { timeoutMs: 20 })).toEqual([
    { about: 'silent', state: 'missing', text: 'There was no answer in 0.02 s: look whether it can be reached.' },
    { about: 'broken', state: 'missing', text: 'The check failed (TypeError): look whether it can be reached.' },
    { about: 'many', state: 'ok', text: 'One.' },
    { about: 'many', state: 'ok', text: 'Two.' },
  ])
})
