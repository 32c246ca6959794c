// @vitest-environment jsdom
import { settingsCalls } from '@tradefront/contract/settings'
import { expect, test } from 'vitest'

import { initTexts } from '../i18n/i18n.ts'
import { stubCalls } from '../testing/stub-calls.ts'
import { saveLocale } from './preferences.ts'

test('a language is kept if its trader leaves before the server has answered', async () => {
  initTexts('en')
  stubCalls([[settingsCalls.savePreferences, () => new Promise(() => {})]])
  void saveLocale('ru')
  await expect.poll(() => location.pathname.slice(0, 3)).toBe('/ru')
  expect(document.cookie).toContain('lang=ru')
})
