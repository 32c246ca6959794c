import { beforeAll, expect, test, vi } from 'vitest'

import { reportError } from '../telemetry/error-reports.ts'
import { changeLocale, isLoadedText, loadTexts, getLocale, translate, initTexts } from './i18n.ts'

vi.mock('../telemetry/error-reports.ts', () => ({ reportError: vi.fn<(thrown: unknown) => void>() }))

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common')
})

test('a text is shown in the current language, and in the new one after a change', async () => {
  expect(translate('errors.session')).toBe('Your session has ended. Please log in again.')
  await changeLocale('ru')
  expect(getLocale()).toBe('ru')
  expect(translate('errors.session')).toBe('Ваш сеанс завершён. Войдите снова.')
  await changeLocale('en')
  expect(translate('errors.session')).toBe('Your session has ended. Please log in again.')
})

test('a text whose file is not loaded is shown as its key', async () => {
  expect(isLoadedText('telemetry.title')).toBe(false)
  expect(isLoadedText('errors.session')).toBe(true)
  expect(translate('documents.title')).toBe('documents.title')
  await loadTexts('documents')
  expect(translate('documents.title')).not.toBe('documents.title')
})

test('a preview shows its own texts, and English ones from left to right in place of the others', async () => {
  await loadTexts('common', 'documents', 'trading')
  await changeLocale('ar')
  expect(translate('errors.session')).toMatch(/^\p{Script=Arabic}/u)
  expect(translate('documents.title')).toBe('\u2066Documents\u2069')
  expect(translate('trading.indicator_sma')).toBe('\u2066SMA\u2069')
  await changeLocale('en')
})

test.each(['en', 'ar', 'he-XB'] as const)('an area that does not exist is not shown as empty in %s', async (locale) => {
  vi.resetModules()
  const { initTexts: init, loadTexts: load } = await import('./i18n.ts')
  init(locale)
  await expect(load('no-area' as never)).rejects.toThrow(/^No texts/)
})

test('a text without its parameters is shown unformatted, and the error is reported', async () => {
  await loadTexts('cards', 'deposits')
  expect(translate('deposits.below_minimum', { minimum: '50 USD' })).toContain('50 USD')
  expect(reportError).not.toHaveBeenCalled()
  expect(translate('deposits.below_minimum')).toContain('{minimum}')
  expect(reportError).toHaveBeenCalledOnce()
})
