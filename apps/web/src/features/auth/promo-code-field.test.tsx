// @vitest-environment jsdom
import { promoCalls } from '@tradefront/contract/promo'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { createFormFiller } from '../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { RegisterForm } from './register-form.tsx'

const { checkPromoCode } = promoCalls
const terms = {
  code: 'SPRING',
  currency: 'USD',
  percent: 30,
  amount: null,
  min_deposit: 500,
  turnover_factor: 30,
  ends_at: null,
}

beforeEach(stubBrowser)

async function renderForm(check: CallHandler) {
  const bodies = stubCalls([[checkPromoCode, check]])
  const screen = await act(() => renderWithProviders(<RegisterForm kind="promo" countries={[]} />, { texts: ['auth'] }))
  const form = createFormFiller(screen.container)
  const help = () => document.getElementById(form.getField('promo').getAttribute('aria-describedby') ?? '')?.textContent
  return { ...screen, ...form, help, checked: bodies.get(checkPromoCode) }
}

test('what a code does is shown before the account is opened, when its field is left', async () => {
  const { fill, user, help, checked } = await renderForm(() => ({ json: { return: true, terms } }))
  await fill('promo', ' spring ')
  expect(help()).toMatch(/^What the code gives appears here when you leave the field\./)
  await user.tab()
  await waitFor(() =>
    expect(help()).toBe(
      'A bonus of 30% of your next deposit, if you deposit $500 or more. Before you can withdraw the bonus, you must trade 30 times its amount.',
    ),
  )
  expect(checked).toEqual([{ promo: 'spring', currency: 'USD' }])
  await fill('promo', 'other')
  expect(help(), 'the terms of another code').toMatch(/^What the code gives/)
})

test('a code without a deposit has the rules of new accounts', async () => {
  const gift = { ...terms, percent: null, amount: 20, min_deposit: null }
  const { fill, user, help } = await renderForm(() => ({ json: { return: true, terms: gift } }))
  await fill('promo', 'WELCOME')
  await user.tab()
  await waitFor(() =>
    expect(help()).toMatch(/^A bonus of \$20, without a deposit\..*\$600 in total\..*once per person/),
  )
})

test('a code that is not valid is marked at once; without an answer nothing is marked', async () => {
  let answer: ReturnType<CallHandler> = { json: { return: false, error: 'promo.ended', message: 'Over since May.' } }
  const { fill, user, findByText, getField, checked } = await renderForm(() => answer)
  await fill('promo', 'OLD')
  await user.tab()
  await findByText('Over since May.')
  expect(getField('promo').getAttribute('aria-invalid')).toBe('true')
  answer = brokenReply
  await fill('promo', 'OTHER')
  await user.tab()
  await waitFor(() => expect(checked).toHaveLength(2))
  expect(getField('promo').getAttribute('aria-invalid')).not.toBe('true')
})
