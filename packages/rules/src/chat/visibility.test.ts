import { expect, test } from 'vitest'

import { isChatShown } from './visibility.ts'

const open = { chat_hide: [], chat_show: [], chat_disabled: false }
const desk = { page: 'funding', isMobile: false, isApp: false }

test.each([
  ['shown everywhere by default', open, desk, true],
  ['hidden on a page of chat_hide', { ...open, chat_hide: ['home', 'funding'] }, desk, false],
  ['shown on pages that are not in chat_hide', { ...open, chat_hide: ['home'] }, desk, true],
  ['shown on a page of chat_show', { ...open, chat_show: ['home', 'funding'] }, desk, true],
  ['hidden on pages that are not in chat_show', { ...open, chat_show: ['home'] }, desk, false],
  ['hidden on a page of both lists', { ...open, chat_show: ['funding'], chat_hide: ['funding'] }, desk, false],
  ['hidden everywhere when switched off', { ...open, chat_show: ['funding'], chat_disabled: true }, desk, false],
  ['hidden in a mobile session', open, { ...desk, isMobile: true }, false],
  ['hidden in the mobile app', open, { ...desk, isApp: true }, false],
  ['matches whole page names only', { ...open, chat_hide: ['fund'] }, desk, true],
])('%s', (_name, settings, context, isShown) => {
  expect(isChatShown(settings, context)).toBe(isShown)
})
