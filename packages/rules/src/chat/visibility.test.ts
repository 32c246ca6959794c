import { expect, test } from 'vitest'

import { isChatShown } from './visibility.ts'

const open = { chatHide: [], chatShow: [], isChatDisabled: false }
const desk = { page: 'funding', isMobile: false, isApp: false }

test.each([
  ['shown everywhere by default', open, desk, true],
  ['hidden on a page of chatHide', { ...open, chatHide: ['home', 'funding'] }, desk, false],
  ['shown on pages that are not in chatHide', { ...open, chatHide: ['home'] }, desk, true],
  ['shown on a page of chatShow', { ...open, chatShow: ['home', 'funding'] }, desk, true],
  ['hidden on pages that are not in chatShow', { ...open, chatShow: ['home'] }, desk, false],
  ['hidden on a page of both lists', { ...open, chatShow: ['funding'], chatHide: ['funding'] }, desk, false],
  ['hidden everywhere when switched off', { ...open, chatShow: ['funding'], isChatDisabled: true }, desk, false],
  ['hidden in a mobile session', open, { ...desk, isMobile: true }, false],
  ['hidden in the mobile app', open, { ...desk, isApp: true }, false],
  ['matches whole page names only', { ...open, chatHide: ['fund'] }, desk, true],
])('%s', (_name, settings, context, isShown) => {
  expect(isChatShown(settings, context)).toBe(isShown)
})
