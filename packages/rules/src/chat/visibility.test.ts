import { expect, test } from 'vitest'

import { isChatShown } from './visibility.ts'

const open = { chat_hide: [], chat_show: [], chat_disabled: false }
const desk = { page: 'funding', isMobile: false, isApp: false }

test.each([
  ['everywhere, as long as nothing is set', open, desk, true],
  ['not where it is hidden', { ...open, chat_hide: ['home', 'funding'] }, desk, false],
  ['on other pages than the hidden ones', { ...open, chat_hide: ['home'] }, desk, true],
  ['where it is shown', { ...open, chat_show: ['home', 'funding'] }, desk, true],
  ['nowhere but where it is shown', { ...open, chat_show: ['home'] }, desk, false],
  ['not where it is both', { ...open, chat_show: ['funding'], chat_hide: ['funding'] }, desk, false],
  ['nowhere once it is switched off', { ...open, chat_show: ['funding'], chat_disabled: true }, desk, false],
  ['not in a mobile session', open, { ...desk, isMobile: true }, false],
  ['not in the mobile app', open, { ...desk, isApp: true }, false],
  ['a name is a whole name', { ...open, chat_hide: ['fund'] }, desk, true],
])('%s', (_what, settings, place, shown) => {
  expect(isChatShown(settings, place)).toBe(shown)
})
