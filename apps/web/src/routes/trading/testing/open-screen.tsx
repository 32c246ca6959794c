import { profileCalls } from '@tradefront/contract/profile'
import type { SiteSettings } from '@tradefront/contract/settings'
import { access } from '@tradefront/texts/ru/access'
import { auth } from '@tradefront/texts/ru/auth'
import { common } from '@tradefront/texts/ru/common'
import { contact } from '@tradefront/texts/ru/contact'
import { documents } from '@tradefront/texts/ru/documents'
import { login } from '@tradefront/texts/ru/login'
import { profile } from '@tradefront/texts/ru/profile'
import { waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'

import { createFormFiller } from '../../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { brokenReply, type CallHandler, type CallStub, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../../platform/testing/test-bootstrap.ts'
import { Providers } from '../../providers.tsx'

export const words = { ...access, ...auth, ...common, ...contact, ...documents, ...login, ...profile }
export const refuse: CallHandler = () => ({ json: { return: false } })
export const accept: CallHandler = () => ({ json: { return: true } })
export const breakDown: CallHandler = () => brokenReply
export const refusals = [
  ['a refusal without a message', refuse],
  ['the error page of a proxy', breakDown],
] as const

let userId = 100
/** Creates another trader for each test: an open form remembers what a trader has typed. */
export const createUser = () => ({ ...testUser, userId: (userId += 1) })

/** Opens a screen with the texts of the account's screens, in Russian. */
export async function openScreen(
  content: ReactNode,
  calls: readonly CallStub[] = [],
  user = createUser(),
  settings: Partial<SiteSettings> = {},
) {
  const replies = new Map(calls)
  stubCalls([
    [profileCalls.getUser, () => ({ json: { return: true, user } })],
    ...calls.map(([call]): CallStub => [call, (body) => replies.get(call)?.(body) ?? refuse(body)]),
  ])
  const screen = await renderWithProviders(
    <Providers>
      <main>{content}</main>
    </Providers>,
    {
      bootstrap: { user, settings: { ...testBootstrap.settings, ...settings } },
      texts: ['settings', 'profile', 'auth', 'access', 'login', 'contact', 'documents'],
      locale: 'ru',
    },
  )
  const main = within(screen.getByRole('main'))
  return {
    ...screen,
    main,
    replies,
    ...createFormFiller(screen.container),
    expectAlert: (text: string) =>
      waitFor(() => expect(main.getAllByRole('alert').map((alert) => alert.textContent)).toContain(text)),
    expectStatus: (text: string) =>
      waitFor(() => expect(main.getAllByRole('status').map((status) => status.textContent)).toContain(text)),
    expectToast: (text: string) =>
      waitFor(() =>
        expect(
          screen
            .getAllByRole('listitem')
            .map((item) => item.textContent)
            .join(),
        ).toContain(text),
      ),
  }
}
