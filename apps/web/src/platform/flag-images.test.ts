import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { countries } from '@tradefront/rules/settings/countries'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../node_modules/country-flag-icons/3x2')

test('every country has a flag', () => {
  const without = countries.filter(({ iso }) => !existsSync(join(folder, `${iso}.svg`)))
  expect(without.map(({ iso }) => iso)).toEqual([])
})
