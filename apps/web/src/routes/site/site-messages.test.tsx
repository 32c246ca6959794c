// @vitest-environment jsdom
import { authCalls } from '@tradefront/contract/auth'
import { loginCalls } from '@tradefront/contract/login'
import { mailCalls } from '@tradefront/contract/mail'
import { settingsCalls } from '@tradefront/contract/settings'
import { validationCalls } from '@tradefront/contract/validation'
import { access } from '@tradefront/texts/ru/access'
import { auth } from '@tradefront/texts/ru/auth'
import { common } from '@tradefront/texts/ru/common'
import { login } from '@tradefront/texts/ru/login'
import { act, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { createFormFiller } from '../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubNavigation } from '../../platform/testing/stub-navigation.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { siteTexts } from '../initial-texts.ts'
import { Providers } from '../providers.tsx'
import { loadSitePage } from './site-page.tsx'

/* Messages of log-in, registration and password reset in Russian (spec: funding 5, 8; account 5, 8). */

const words = { ...access, ...auth, ...common, ...login }
const switzerland = {
  id: 1,
  iso: 'CH',
  name: 'Switzerland',
  iso3: 'CHE',
  numcode: 756,
  block: false,
  allowRegistration: true,
  prefix: '41',
  defaultLang: 'en',
  assetTypes: '',
  parentId: null,
  isRegulated: false,
  nationality: 'Swiss',
}
const canada = { ...switzerland, id: 2, iso: 'CA', name: 'Canada', iso3: 'CAN', numcode: 124, prefix: '1' }
const korea = { ...switzerland, id: 3, iso: 'KP', name: 'North Korea', iso3: 'PRK', prefix: '850', block: true }
const accept: CallHandler = () => ({ json: { return: true } })
const refuse: CallHandler = () => ({ json: { return: false } })
const breakDown: CallHandler = () => brokenReply

beforeEach(stubBrowser)

/** Opens a page. `calls` are those of `stubCalls`; their handlers can be replaced later in `replies`. */
async function openPage(url: string, calls: readonly CallStub[] = [], user: typeof testUser | null = null) {
  const visited = stubNavigation()
  const bootstrap = { ...testBootstrap, user }
  const replies = new Map(calls)
  stubCalls([
    [
      settingsCalls.getBootstrap,
      () => ({
        json: { ...bootstrap, return: true, countries: [switzerland, canada, korea], currencies: ['USD', 'EUR'] },
      }),
    ],
    ...calls.map(([call]): CallStub => [call, (body) => replies.get(call)?.(body) ?? refuse(body)]),
  ])
  history.replaceState(null, '', url)
  const options = { bootstrap, texts: siteTexts, locale: 'ru' } as const
  const page = await loadSitePage(location.pathname)
  const screen = await act(() => renderWithProviders(<Providers>{page}</Providers>, options))
  const main = within(await screen.findByRole('main'))
  return {
    ...screen,
    main,
    visited,
    replies,
    ...createFormFiller(screen.getByRole('main')),
  }
}

const expectAlert = async (page: Awaited<ReturnType<typeof openPage>>, text: string): Promise<HTMLElement> => {
  await waitFor(() => expect(page.main.getAllByRole('alert').map((alert) => alert.textContent)).toContain(text))
  return page.main.getAllByRole('alert').find((alert) => alert.textContent === text) ?? expect.fail('no alert')
}

test('the registration form offers only currencies that are open', async () => {
  const page = await openPage('/ru/register')
  await page.user.click(page.getField('firstName'))
  const list = await waitFor(
    () => page.container.querySelector<HTMLSelectElement>('select[name="currency"], select') ?? expect.fail('no list'),
  )
  expect([...list.options].map(({ value }) => value).filter(Boolean)).toEqual(['USD', 'EUR'])
})

describe('the log-in page', () => {
  test('says why the visitor is here', async () => {
    const page = await openPage('/ru/login?refused&expired&left')
    page.main.getByText(words['auth.expired'])
    page.main.getByText(words['auth.left'])
    const alert = await expectAlert(page, words['auth.login_error'])
    expect(alert.className).toContain('animate-shake')
  })

  test('shows which field is empty', async () => {
    const page = await openPage('/ru/login')
    await page.submit()
    await page.main.findByText(words['auth.email_empty'])
    expect(document.activeElement).toBe(page.getField('email'))
    await page.fill('email', 'nina@example.com')
    await page.submit()
    await page.main.findByText(words['auth.password_empty'])
    expect(document.activeElement).toBe(page.getField('password'))
  })

  test.each<[string, CallHandler, string, boolean]>([
    ['a refusal without a message', refuse, words['auth.login_error'], true],
    [
      'a refusal with a message',
      () => ({ json: { return: false, error: 'auth.login_error', message: 'In the server’s own words' } }),
      'In the server’s own words',
      true,
    ],
    ['the error page of a proxy', breakDown, words['auth.server_error'], true],
    [
      'no connection',
      () => {
        throw new TypeError('Failed to fetch')
      },
      words['errors.unreachable'],
      false,
    ],
  ])('shows an error after %s', async (_reply, reply, message, isShaking) => {
    const page = await openPage('/ru/login', [[loginCalls.platformLogin, reply]])
    await page.fill('email', 'nina@example.com')
    await page.fill('password', 'some password')
    await page.submit()
    const alert = await expectAlert(page, message)
    if (isShaking) expect(alert.className).toContain('animate-shake')
    expect(alert.closest('form')).not.toBe(null)
    expect(page.getField('email').value).toBe('nina@example.com')
    expect(page.getField('password').value).toBe('')
    expect(document.activeElement).toBe(page.getField('password'))
  })

  test('links to the form for a forgotten password', async () => {
    const page = await openPage('/ru/login')
    const link = page.main.getByRole('link', { name: words['auth.forgot'] })
    expect(link.getAttribute('href')).toBe('/ru/forgot')
  })
})

describe('a forgotten password', () => {
  test('shows an error and then that a link was sent', async () => {
    const page = await openPage('/ru/forgot', [[authCalls.requestPasswordReset, breakDown]])
    await page.submit()
    await page.main.findByText(words['auth.email_invalid'])
    await page.fill('email', 'nina@example.com')
    await page.submit()
    await expectAlert(page, words['auth.server_error'])
    page.replies.set(authCalls.requestPasswordReset, accept)
    await page.submit()
    await page.main.findByText(words['auth.forget_sent'])
  })

  test('shows that a link is void', async () => {
    const page = await openPage(`/ru/reset#${'A'.repeat(43)}`, [[authCalls.checkResetToken, refuse]])
    await page.main.findByText(words['auth.reset_void'])
  })

  test('reads a second link in the same tab', async () => {
    const [first, second] = ['A'.repeat(43), 'B'.repeat(43)]
    const tokens: unknown[] = []
    const check: CallHandler = (body) => {
      tokens.push(body)
      return { json: { return: (body as { token: string }).token === second } }
    }
    const page = await openPage(`/ru/reset#${first}`, [[authCalls.checkResetToken, check]])
    await page.main.findByText(words['auth.reset_void'])
    history.pushState(null, '', `#${second}`)
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    await waitFor(() => expect(tokens).toEqual([{ token: first }, { token: second }]))
    await waitFor(() => page.getField('new-password'))
    expect(location.hash).toBe('')
  })

  test('shows why a new password is not saved, and that it is', async () => {
    const page = await openPage(`/ru/reset#${'A'.repeat(43)}`, [
      [authCalls.checkResetToken, accept],
      [authCalls.resetPassword, refuse],
    ])
    await waitFor(() => page.getField('new-password'))
    await page.fill('new-password', 'nine purple elephants')
    await page.submit()
    await page.main.findByText(words['auth.passwords_differ'])
    await page.fill('repeat-password', 'nine purple elephants')
    await page.submit()
    await expectAlert(page, words['messages.500'])
    page.replies.set(authCalls.resetPassword, accept)
    await page.submit()
    await waitFor(() => expect(page.visited).toEqual(['/ru/login?changed']))
    page.unmount()
    const login = await openPage('/ru/login?changed')
    login.main.getByText(words['auth.changed'])
  })
})

describe('registration', () => {
  async function openForm(reply: CallHandler) {
    const page = await openPage('/ru/register', [
      [authCalls.register, reply],
      [validationCalls.validatePhone, refuse],
    ])
    await page.user.click(page.getField('firstName'))
    await page.findByRole('combobox')
    const fillForm = async (): Promise<void> => {
      const person = { firstName: 'Mia', lastName: 'Keller', login: 'mia@example.com', phone: '+41 79 123 45 67' }
      for (const [name, value] of Object.entries(person)) await page.fill(name, value)
      await page.fill('new-password', 'seven yellow sunflowers')
      for (const box of page.getAllByRole('checkbox')) await page.user.click(box)
    }
    return { ...page, fillForm }
  }

  test('shows every missing value and focuses the first field', async () => {
    const page = await openForm(refuse)
    await page.submit()
    for (const key of [
      'auth.first_name_empty',
      'auth.last_name_empty',
      'auth.email_invalid',
      'auth.password_short',
      'auth.phone_invalid',
      'auth.adult_needed',
      'auth.terms_needed',
    ] as const)
      await page.main.findByText(words[key])
    expect(document.activeElement).toBe(page.getField('firstName'))
  })

  test.each([
    ['auth.email_taken', 'login'],
    ['auth.phone_unreal', 'phone'],
  ] as const)('shows %s at its field', async (key, field) => {
    const page = await openForm(() => ({ json: { return: false, error: key, message: words[key] } }))
    await page.fillForm()
    await page.submit()
    await page.main.findByText(words[key])
    expect(document.activeElement).toBe(page.getField(field))
  })

  test.each([
    ['a refusal without a message', refuse],
    ['the error page of a proxy', breakDown],
  ])('shows an error after %s', async (_reply, reply) => {
    const page = await openForm(reply)
    await page.fillForm()
    await page.submit()
    await expectAlert(page, words['auth.server_error'])
  })

  test('finds a country by name, prefix and code, and marks one in which no account can be opened', async () => {
    const page = await openForm(refuse)
    const box = page.main.getByRole('combobox')
    for (const typed of ['Швейц', '+41', 'CHE']) {
      await page.user.clear(box)
      await page.user.type(box, typed)
      await page.findByRole('option', { name: /Швейцария/ })
    }
    await page.user.clear(box)
    await page.user.type(box, 'KP')
    const closed = await page.findByRole('option')
    expect(closed.textContent).toContain(words['auth.country_closed'])
    await page.user.click(closed)
    await page.main.findByText(words['auth.country_blocked'])
  })

  test('asks the server about a phone with prefix 1 only, and shows that it is not valid', async () => {
    const page = await openForm(refuse)
    const asked: unknown[] = []
    page.replies.set(validationCalls.validatePhone, (body) => {
      asked.push(body)
      return { json: { return: false, message: words['auth.phone_unreal'] } }
    })
    const choose = async (name: string) => {
      await page.user.clear(page.main.getByRole('combobox'))
      await page.user.type(page.main.getByRole('combobox'), name)
      await page.user.click(await page.findByRole('option', { name: new RegExp(name) }))
    }
    await choose('Швейцария')
    await page.fill('phone', '12')
    await page.user.tab()
    await choose('Канада')
    await page.fill('phone', '123 45 67')
    await page.user.tab()
    await page.main.findByText(words['auth.phone_unreal'])
    expect(asked).toEqual([{ em: '11234567' }])
  })

  test('shows a notice to residents of the United States and reloads the page', async () => {
    const page = await openForm(() => ({
      json: { return: false, is_usa: true, error: 'auth.usa', message: words['auth.usa'] },
    }))
    await page.fillForm()
    await page.submit()
    const notice = await page.findByRole('alertdialog', { name: words['auth.usa_title'] })
    expect(notice.textContent).toContain(words['auth.usa'])
    await page.user.click(within(notice).getByRole('button', { name: words['auth.usa_close'] }))
    await waitFor(() => expect(page.visited).toEqual(['reload']))
  })
})

test('the header of a mailed link leads a logged-in trader to the account', async () => {
  const page = await openPage(`/ru/email#${'A'.repeat(43)}`, [[authCalls.checkEmailLink, refuse]], testUser)
  const header = within(page.getByRole('banner'))
  expect(header.getByRole('link', { name: words['shell.to_home'] }).getAttribute('href')).toBe('/ru/trading')
  expect(header.queryByRole('link', { name: words['auth.log_in'] })).toBe(null)
  expect(header.queryByRole('link', { name: words['auth.open_account'] })).toBe(null)
})

test('a link that proves an e-mail can be opened and used again after a failure', async () => {
  const page = await openPage(`/ru/email#${'A'.repeat(43)}`, [
    [authCalls.checkEmailLink, breakDown],
    [authCalls.useEmailLink, breakDown],
  ])
  await expectAlert(
    page,
    `${words['shell.load_failed'].replace('{name}', words['auth.email_link_title'])}${words['shell.load_failed_text']}${words['shell.retry']}`,
  )
  page.replies.set(authCalls.checkEmailLink, () => ({
    json: { return: true, kind: 'prove', email: 'mia@example.com' },
  }))
  await page.user.click(page.getByRole('button', { name: words['shell.retry'] }))
  await page.main.findByText('mia@example.com')
  await page.user.click(page.getByRole('button', { name: words['auth.email_prove_confirm'] }))
  await expectAlert(page, words['auth.server_error'])
  page.replies.set(authCalls.useEmailLink, () => ({ json: { return: true, bonus: 'credited' } }))
  await page.user.click(page.getByRole('button', { name: words['auth.email_prove_confirm'] }))
  const done = await page.main.findByText(words['auth.bonus_credited'])
  expect(done.closest('[tabindex="-1"]')).toBe(document.activeElement)
})

test('a link that undoes a change of the e-mail leads to a new password, or says that it is void', async () => {
  const page = await openPage(`/ru/email#${'A'.repeat(43)}`, [
    [authCalls.checkEmailLink, () => ({ json: { return: true, kind: 'undo', email: 'mia@example.com' } })],
    [authCalls.useEmailLink, () => ({ json: { return: true, reset: 'B'.repeat(43) } })],
  ])
  await page.user.click(await page.main.findByRole('button', { name: words['auth.email_undo_confirm'] }))
  await waitFor(() => expect(page.visited).toEqual([`/ru/reset#${'B'.repeat(43)}`]))
  page.unmount()
  queryClient.clear()
  const next = await openPage(`/ru/email#${'A'.repeat(43)}`, [[authCalls.checkEmailLink, refuse]])
  await next.main.findByText(words['auth.email_undo_void'])
})

test('a link that stops mails can be used again after a failure', async () => {
  const page = await openPage(`/ru/mails#${'A'.repeat(43)}`, [[mailCalls.stopMails, breakDown]])
  await page.user.click(await page.main.findByRole('button', { name: words['auth.mails_stop_yes'] }))
  await expectAlert(page, words['auth.server_error'])
  page.replies.set(mailCalls.stopMails, accept)
  await page.user.click(page.getByRole('button', { name: words['auth.mails_stop_yes'] }))
  await page.main.findByText(words['auth.mails_stop_again'])
})

test('the country that was pressed before its list has loaded keeps the focus', async () => {
  const page = await openPage('/ru/register')
  await page.user.click(page.getField('country'))
  const country = await page.main.findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(country))
})

test('a phone that was filled in before the numbering plans have loaded proposes its country', async () => {
  const page = await openPage('/ru/register')
  await page.fill('phone', '+41 79 123 45 67')
  await waitFor(() => expect(page.getField('phone').value).toBe('791234567'))
  expect(page.main.getByRole<HTMLInputElement>('combobox').value).toBe('Швейцария')
})

test('the registration page offers to practise and to use a promo code, for which the form has no field', async () => {
  const page = await openPage('/ru/register')
  const getTarget = (name: string) => page.main.getByRole('link', { name }).getAttribute('href')
  expect(getTarget(words['auth.practice_try'])).toBe('/ru/#modal-register-demo')
  expect(getTarget(words['auth.promo_have'])).toBe('/ru/#modal-promo')
  expect(document.querySelector('input[name=promo]')).toBe(null)
})

test.each([
  ['/ru/login', ['auth.open_account']],
  ['/ru/register', ['auth.log_in']],
  ['/ru/forgot', ['auth.log_in', 'auth.open_account']],
] as const)('the header of %s has no link to the page itself', async (address, names) => {
  const page = await openPage(address)
  const links = within(page.getByRole('banner')).getAllByRole('link')
  const texts = links.map(({ textContent }) => textContent)
  expect(texts.filter((text) => [words['auth.log_in'], words['auth.open_account']].includes(text))).toEqual(
    names.map((name) => words[name]),
  )
})

test('the first link of a page leads past its header', async () => {
  const page = await openPage('/ru/login')
  const [skip] = page.getAllByRole('link')
  expect(skip?.textContent).toBe(words['shell.skip'])
  await page.user.click(skip ?? document.body)
  expect(document.activeElement).toBe(page.getByRole('main'))
})

test.each([
  ['a mouse', true],
  ['a finger', false],
])('with %s, the e-mail of the log-in page has the focus: %s', async (_pointer, isFine) => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: isFine && media.includes('pointer: fine') }) as MediaQueryList
  const page = await openPage('/ru/login')
  expect(document.activeElement === page.getField('email')).toBe(isFine)
  expect(page.main.getByRole('link', { name: words['auth.practice_try'] }).getAttribute('href')).toBe(
    '/ru/#modal-register-demo',
  )
})

test('a page that does not exist has a title of its own', async () => {
  await openPage('/ru/nowhere')
  await waitFor(() => expect(document.title).toBe(`${words['shell.not_found_title']} · Tradefront`))
})

test('an automatic log-in as another user asks first, and a refusal leads to the account', async () => {
  const page = await openPage('/ru/autologin?email=mia@example.com&password=whatever', [], testUser)
  const question = await page.main.findByRole('alert')
  within(question).getByText(words['auth.autologin_ask_title'])
  within(question).getByText(words['auth.autologin_ask'].replace('{email}', 'mia@example.com'))
  within(question).getByText(words['auth.autologin_other'].replace('{other}', testUser.email))
  await page.user.click(page.getByRole('button', { name: words['auth.autologin_no'] }))
  expect(page.visited).toEqual(['/ru/trading'])
})
