// @vitest-environment jsdom
import { loginCalls } from '@tradefront/contract/login'
import { settingsCalls } from '@tradefront/contract/settings'
import { access } from '@tradefront/texts/ru/access'
import { auth } from '@tradefront/texts/ru/auth'
import { common } from '@tradefront/texts/ru/common'
import { login } from '@tradefront/texts/ru/login'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallHandler, brokenReply, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubNavigation } from '../../platform/testing/stub-navigation.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { siteTexts } from '../initial-texts.ts'
import { AutologinPanel } from '../../features/auth/autologin-panel.tsx'

const words = { ...access, ...auth, ...common, ...login }
const byLink = { email: '', password: '', redirect: '', mobile: false, isOwnWish: false, token: 'x'.repeat(43) }
const byPassword = { ...byLink, email: 'mia@example.com', password: 'nine purple elephants', token: '' }
const refuse =
  (error: keyof typeof words): CallHandler =>
  () => ({ json: { return: false, error, message: words[error] } })

beforeEach(stubBrowser)

async function logIn(autologin: typeof byLink, reply: CallHandler) {
  const visited = stubNavigation()
  stubCalls([
    [
      settingsCalls.getBootstrap,
      () => ({ json: { ...testBootstrap, user: null, countries: [], currencies: [], return: true } }),
    ],
    [loginCalls.loginByLink, reply],
    [loginCalls.platformLogin, reply],
  ])
  const options = {
    bootstrap: { ...testBootstrap, user: null },
    texts: [...siteTexts, 'auth', 'access'],
    locale: 'ru',
  } as const
  const screen = await renderWithProviders(<AutologinPanel autologin={autologin} />, options)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: words['auth.autologin_go'] }))
  return { ...screen, user, visited }
}

test('a link that logs in once opens the account', async () => {
  const { visited } = await logIn(byLink, () => ({ json: { return: true, csrf: 'x' } }))
  await expect.poll(() => visited).toEqual(['/ru/trading'])
})

test.each([
  ['a void link', byLink, 'auth.login_link_void'],
  ['a link to a locked account', byLink, 'auth.account_locked'],
  ['the password of a locked account', byPassword, 'auth.account_locked'],
] as const)('%s says what is wrong and leads to the log-in, without another try', async (_what, autologin, error) => {
  const { visited, user, ...screen } = await logIn(autologin, refuse(error))
  await screen.findByText(words[error])
  expect(screen.queryByRole('button', { name: words['shell.retry'] })).toBe(null)
  await user.click(screen.getByRole('button', { name: words['auth.log_in'] }))
  expect(visited).toEqual(['/ru/login'])
})

test('a wrong password leads to the log-in', async () => {
  const { visited } = await logIn(byPassword, refuse('auth.login_error'))
  await expect.poll(() => visited).toEqual(['/ru/login?refused'])
})

test('a failed request can be repeated', async () => {
  const screen = await logIn(byLink, () => brokenReply)
  await screen.findByRole('button', { name: words['shell.retry'] })
})
