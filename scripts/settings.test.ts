import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { environmentSchema as sandboxSettings } from '../apps/sandbox/src/config.ts'
import { environmentSchema as serverSettings } from '../apps/server/src/platform/config/environment.ts'

const root = resolve(import.meta.dirname, '..')
const guide = readFileSync(join(root, 'docs/install.md'), 'utf8')

function readDocumentedSettings(): Map<string, string> {
  const section = guide.split('\n## ').find((part) => part.startsWith('Settings')) ?? ''
  const rows = section.matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \| ([^|]+) \|/gm)
  return new Map(
    [...rows].flatMap(([, names = '', defaults = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, defaults] as const),
    ),
  )
}

test('the installation guide lists every setting of the server and of the sandbox, and no other', () => {
  const settings = { ...serverSettings.shape, ...sandboxSettings.shape }
  const documented = [...readDocumentedSettings().keys()]
  expect(new Set(documented)).toEqual(new Set(Object.keys(settings)))
  expect(documented).toHaveLength(Object.keys(settings).length)
})

test.each([
  ['server', serverSettings],
  ['sandbox', sandboxSettings],
])('the installation guide states the defaults of the %s', (_app, settings) => {
  const documented = readDocumentedSettings()
  for (const [name, value] of Object.entries(settings.parse({}))) {
    const text = documented.get(name) ?? ''
    // The stated text must have the effect of the default.
    if (typeof value === 'object')
      expect(settings.parse({ [name]: text.replaceAll('`', '') })).toMatchObject({ [name]: value })
    else expect(text, name).toContain(String(value))
  }
})
