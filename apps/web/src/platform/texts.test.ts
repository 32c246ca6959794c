import { beforeAll, expect, test } from 'vitest'

import { changeLocale, isLoadedText, loadTexts, locale, say, startTexts } from './texts.ts'

beforeAll(async () => {
  startTexts('en')
  await loadTexts('common')
})

test('texts are said in the present language, and in the next one after a change', async () => {
  expect(say('common.close')).toBe('Close')
  await changeLocale('ru')
  expect(locale()).toBe('ru')
  expect(say('common.close')).toBe('Закрыть')
  await changeLocale('en')
  expect(say('common.close')).toBe('Close')
})

test('a text whose area is not loaded is said by its key', async () => {
  expect(isLoadedText('telemetry.title')).toBe(false)
  expect(isLoadedText('common.close')).toBe(true)
  expect(say('documents.title')).toBe('documents.title')
  await loadTexts('documents')
  expect(say('documents.title')).not.toBe('documents.title')
})

test('a text that is not told what it speaks of is said as it is written', async () => {
  await loadTexts('cards')
  expect(say('cards.below_minimum', { minimum: '50 USD' })).toContain('50 USD')
  expect(say('cards.below_minimum')).toContain('{minimum}')
})
