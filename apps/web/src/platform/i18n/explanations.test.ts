import { beforeAll, expect, test } from 'vitest'

import { explainMessage, translateExplained } from './explanations.ts'
import { initTexts, loadTexts, translate } from './i18n.ts'

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common')
})

test('a sentence of ours is shown instead of a message that the specification dictates', async () => {
  // The texts of this explanation are not loaded yet.
  expect(explainMessage('cards.no_processors', 'Not isset processors!')).toBe('Not isset processors!')
  await loadTexts('cards', 'deposits')
  expect(translate('cards.no_processors')).toBe('Not isset processors!')
  expect(explainMessage('cards.no_processors', 'Not isset processors!')).toBe(
    'Card payments are not available right now. Please try again later; nothing was charged.',
  )
  expect(translateExplained('cards.fill_required')).toBe('Please fill in the marked fields.')
})

test('all other messages are shown as they come', () => {
  expect(explainMessage('cards.limit', 'Too many.')).toBe('Too many.')
  expect(explainMessage(null, 'Too many.')).toBe('Too many.')
})
