// @vitest-environment jsdom
import { authCalls } from '@tradefront/contract/auth'
import { promoCalls } from '@tradefront/contract/promo'
import { settingsCalls, type Country } from '@tradefront/contract/settings'
import { act, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { createFormFiller } from '../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { RegisterForm } from './register-form.tsx'

const { checkPromoCode } = promoCalls
const terms = {
  code: 'SPRING',
  currency: 'USD',
  percent: 30,
  amount: null,
  minDeposit: 500,
  turnoverFactor: 30,
  releaseFactor: 1,
  endsAtMs: null,
}

const australia: Country = {
  id: 13,
  iso: 'AU',
  name: 'Australia',
  iso3: 'AUS',
  numcode: 36,
  block: false,
  allowRegistration: true,
  prefix: '61',
  defaultLang: 'en',
  assetTypes: '',
  parentId: null,
  isRegulated: false,
  nationality: '',
}
beforeEach(stubBrowser)

async function renderForm(check: CallHandler) {
  const bodies = stubCalls([
    [checkPromoCode, check],
    [
      settingsCalls.getBootstrap,
      () => ({ json: { ...testBootstrap, return: true, countries: [australia], currencies: ['USD', 'RUB'] } }),
    ],
    [authCalls.register, () => ({ json: { return: false, error: 'auth.taken', message: 'Taken' } })],
  ])
  const screen = await act(() =>
    renderWithProviders(<RegisterForm kind="promo" />, {
      texts: ['auth', 'access', 'login'],
    }),
  )
  const form = createFormFiller(screen.container)
  await waitFor(() => form.getField('promo'))
  const help = () => document.getElementById(form.getField('promo').getAttribute('aria-describedby') ?? '')?.textContent
  const fillOthers = async () => {
    const values = { firstName: 'Mia', lastName: 'Lee', login: 'mia@example.com', phone: '412345678' }
    for (const [name, value] of Object.entries(values)) await form.fill(name, value)
    await form.fill('new-password', 'three odd words here')
    await form.user.type(await screen.findByRole('combobox', { name: 'Country' }), 'Austr')
    await form.user.click(await screen.findByRole('option', { name: /Australia/ }))
    for (const name of ['adult', 'terms']) await form.user.click(form.getField(name))
  }
  return {
    ...screen,
    ...form,
    help,
    fillOthers,
    checked: bodies.get(checkPromoCode),
    sent: bodies.get(authCalls.register),
  }
}

test('what a code does is shown before the account is opened, when its field is left', async () => {
  const { fill, user, help, checked } = await renderForm(() => ({ json: { return: true, terms } }))
  await fill('promo', ' spring ')
  expect(help()).toMatch(/^What the code gives appears here when you leave the field\./)
  await user.tab()
  await waitFor(() =>
    expect(help()).toBe(
      'A bonus of 30% of your next deposit, if you deposit $500 or more. Before the bonus becomes your cash, you must stake 30 times its amount of your own money. Then bonus money up to 100% of the bonus becomes your cash.',
    ),
  )
  expect(checked).toEqual([{ promo: 'spring', currency: 'USD' }])
  await fill('promo', 'other')
  expect(help(), 'the terms of another code').toMatch(/^What the code gives/)
})

test('terms in another currency are replaced when the currency is chosen', async () => {
  const rubles = { ...terms, currency: 'RUB', minDeposit: 30_000 }
  const { fill, user, help, checked, findByRole } = await renderForm((body) => ({
    json: { return: true, terms: (body as { currency: string }).currency === 'RUB' ? rubles : terms },
  }))
  await fill('promo', 'SPRING')
  await user.tab()
  await waitFor(() => expect(help()).toMatch(/^A bonus of 30%.*\$500/))
  await user.click(await findByRole('button', { name: /USD/ }))
  await user.click(await findByRole('option', { name: /RUB/ }))
  await waitFor(() => expect(help()).toMatch(/^A bonus of 30%.*30,000/))
  expect(checked).toEqual([
    { promo: 'SPRING', currency: 'USD' },
    { promo: 'SPRING', currency: 'RUB' },
  ])
})

test('the account is not opened before the terms of its code were shown', async () => {
  const { fill, fillOthers, user, submit, findByText, getField, help, sent } = await renderForm(() => ({
    json: { return: true, terms },
  }))
  await fillOthers()
  await fill('promo', 'SPRING')
  await user.keyboard('{Enter}')
  await findByText('Read what the code gives. Then open the account.')
  expect(help()).toMatch(/^A bonus of 30%/)
  expect(document.activeElement).toBe(getField('promo'))
  expect(sent).toEqual([])
  await submit()
  await waitFor(() => expect(sent).toMatchObject([{ promo: 'SPRING' }]))
})

test('the account is not opened if the terms of its code could not be loaded', async () => {
  const { fill, fillOthers, submit, findByText, sent } = await renderForm(() => brokenReply)
  await fillOthers()
  await fill('promo', 'SPRING')
  await submit()
  await findByText('The server could not answer. Please try again in a moment.')
  expect(sent).toEqual([])
})

test('a code without a deposit has the rules of new accounts', async () => {
  const gift = { ...terms, percent: null, amount: 20, minDeposit: null }
  const { fill, user, help } = await renderForm(() => ({ json: { return: true, terms: gift } }))
  await fill('promo', 'WELCOME')
  await user.tab()
  await waitFor(() =>
    expect(help()).toMatch(
      /^A bonus of \$20, without a deposit\..*\$600 of your own money in total\..*Once per person.*confirmed your e-mail\.$/,
    ),
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
