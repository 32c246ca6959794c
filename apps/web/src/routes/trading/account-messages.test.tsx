// @vitest-environment jsdom
import { contactCalls } from '@tradefront/contract/contact'
import { type DocumentKindView, documentsCalls } from '@tradefront/contract/documents'
import { profileCalls } from '@tradefront/contract/profile'
import { auth } from '@tradefront/texts/ru/auth'
import { common } from '@tradefront/texts/ru/common'
import { contact } from '@tradefront/texts/ru/contact'
import { documents } from '@tradefront/texts/ru/documents'
import { login } from '@tradefront/texts/ru/login'
import { profile } from '@tradefront/texts/ru/profile'
import { waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx'
import { ContactForms } from '../../features/contact/contact-forms.tsx'
import { DocumentsScreen } from '../../features/documents/documents-screen.tsx'
import { BalanceMenu } from '../../features/profile/balance-menu.tsx'
import { PersonalInfoSection } from '../../features/profile/personal-info-section.tsx'
import { TipCard } from '../../features/profile/tip-card.tsx'
import { createFormFiller } from '../../platform/testing/fill-form.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubUploads } from '../../platform/testing/stub-uploads.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { Providers } from '../providers.tsx'

/* Messages of a trader's screens in Russian (spec: funding 8, account 8). */

const words = { ...auth, ...common, ...contact, ...documents, ...login, ...profile }
const refuse: CallHandler = () => ({ json: { return: false } })
const accept: CallHandler = () => ({ json: { return: true } })
const breakDown: CallHandler = () => brokenReply
const refusals = [
  ['a refusal without a message', refuse],
  ['the error page of a proxy', breakDown],
] as const

beforeEach(stubBrowser)

let userId = 100
/** Another trader for each test: an open form remembers what a trader has typed. */
const createUser = () => ({ ...testUser, userId: (userId += 1) })

async function openScreen(content: ReactNode, calls: readonly CallStub[] = [], user = createUser()) {
  const replies = new Map(calls)
  stubCalls([
    [profileCalls.getUser, () => ({ json: { return: true, user } })],
    ...calls.map(([call]): CallStub => [call, (body) => replies.get(call)?.(body) ?? refuse(body)]),
  ])
  const screen = await renderWithProviders(
    <Providers>
      <main>{content}</main>
    </Providers>,
    { bootstrap: { user }, texts: ['settings', 'profile', 'auth', 'login', 'contact', 'documents'], locale: 'ru' },
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

describe('documents', () => {
  const file: DocumentKindView['files'][number] = {
    name: 'a1',
    title: 'scan.jpg',
    pages: ['a1'],
    type: 'image/jpeg',
    size: 1234,
    state: 'sent',
    sent_at: Date.UTC(2026, 10, 21, 12, 30),
    can_remove: true,
  }
  const emptyKind: Omit<DocumentKindView, 'kind'> = {
    state: 'none',
    required: true,
    can_send: true,
    max: 1,
    reason: null,
    files: [],
  }
  const cardName = `${words['documents.card']}, scan.jpg`
  const listKinds =
    (...kinds: DocumentKindView[]): CallHandler =>
    () => ({
      json: { return: true, verification: '', kinds },
    })
  const none = listKinds({ ...emptyKind, kind: 'card' })
  const sent = listKinds({ ...emptyKind, kind: 'card', state: 'sent', can_send: false, files: [file] })
  const getFileInput = (container: HTMLElement) =>
    container.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input')

  test('that cannot be loaded are requested again', async () => {
    const fault: CallHandler = () => ({
      status: 500,
      json: { return: false, error: 'errors.fault', message: 'Something went wrong', reference: '0A' },
    })
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, fault]])
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(words['documents.load_failed'])
    screen.replies.set(documentsCalls.listDocuments, none)
    await screen.user.tab()
    expect(document.activeElement?.textContent).toBe(words['shell.retry'])
    await screen.user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: words['documents.card'] })
  })

  test('of a wrong type are not sent', async () => {
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]])
    await screen.findByRole('heading', { name: words['documents.card'] })
    await screen.user.upload(getFileInput(screen.container), new File(['GIF89a'], 'scan.jpg', { type: 'image/jpeg' }))
    await screen.expectAlert(`${words['documents.wrong_type']} ${words['documents.wrong_type_explained']}`)
  })

  test('can be sent again after a fault of the server', async () => {
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]])
    await screen.findByRole('heading', { name: words['documents.card'] })
    let isBroken = true
    stubUploads(() => (isBroken ? { status: 503, json: { return: false } } : { status: 200, json: { return: true } }))
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])
    await screen.user.upload(getFileInput(screen.container), new File([jpeg], 'scan.jpg', { type: 'image/jpeg' }))
    await screen.expectAlert(`${words['documents.failed']} ${words['documents.failed_explained']}`)
    isBroken = false
    screen.replies.set(documentsCalls.listDocuments, sent)
    screen.getByRole('button', { name: /^Повторить:/ }).focus()
    await screen.user.keyboard('{Enter}')
    await screen.expectToast(words['documents.success'])
    await screen.findByText('scan.jpg')
    screen.getByText(/^JPG, \d кБ$/)
    screen.getByText(/^Отправлено \d{1,2} [а-я]+\.? \d{4} г\., \d{2}:\d{2}$/)
  })

  test.each([
    [503, 'documents.busy', 'Сейчас мы получаем много файлов.'],
    [429, 'errors.too_many', 'Слишком много попыток.'],
  ])('that a busy server refuses with %i show its sentence, and can be sent again', async (status, error, message) => {
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]])
    await screen.findByRole('heading', { name: words['documents.card'] })
    stubUploads(() => ({ status, json: { return: false, error, message } }))
    const pdf = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' })
    await screen.user.upload(getFileInput(screen.container), pdf)
    await screen.expectAlert(message)
    screen.getByRole('button', { name: /^Повторить:/ })
  })

  test.each([
    ['None', 'documents.status_open', true],
    ['Full', 'documents.status_full', false],
  ] as const)(
    'of a trader with verification %s: what it is for, and which is optional',
    async (verification, title, isOpen) => {
      const kinds = [
        { ...emptyKind, kind: 'passport' },
        { ...emptyKind, kind: 'card', required: false },
      ]
      const list: CallHandler = () => ({ json: { return: true, verification, kinds } })
      const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, list]])
      await screen.findByText(words[title])
      expect(screen.queryAllByText(words['documents.unlocks'])).toHaveLength(isOpen ? 1 : 0)
      screen.getByText(words['documents.state_optional'])
      screen.getByText(words['documents.state_none'])
    },
  )

  test('that cannot be removed stay', async () => {
    const screen = await openScreen(<DocumentsScreen />, [
      [documentsCalls.listDocuments, sent],
      [documentsCalls.removeDocument, breakDown],
    ])
    await screen.user.click(
      await screen.findByRole('button', { name: words['documents.remove_name'].replace('{name}', cardName) }),
    )
    await screen.findByRole('alertdialog')
    await screen.user.keyboard('{Enter}')
    const message = `${words['documents.remove_failed']} ${words['documents.remove_failed_explained']}`
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain(message))
    await screen.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
    screen.getByRole('link', { name: words['documents.open_name'].replace('{name}', cardName) })
  })

  test('that are lost have a notice', async () => {
    const screen = await openScreen(<DocumentsScreen add="lost" />, [[documentsCalls.listDocuments, sent]])
    await screen.expectAlert(words['documents.lost'])
  })

  test('an empty signature is not saved', async () => {
    const context = new Proxy({}, { get: () => () => undefined, set: () => true })
    HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext']
    const list = listKinds({ ...emptyKind, kind: 'sign' })
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, list]])
    await screen.user.click(await screen.findByRole('button', { name: words['documents.sign_save'] }))
    await screen.expectAlert(`${words['documents.sign_empty']} ${words['documents.sign_empty_explained']}`)
  })
})

test('a call-me-back form that gets no readable answer says that the number was not sent', async () => {
  const screen = await openScreen(<ContactForms />, [[contactCalls.requestCallback, breakDown]])
  await screen.fill('call-phone', '+61 412 345 678')
  await screen.user.keyboard('{Enter}')
  await screen.expectAlert(words['calls.server_error'])
})

test('contact forms show an error after a refusal without a message, and then that they are sent', async () => {
  const screen = await openScreen(<ContactForms />, [
    [contactCalls.sendMessage, refuse],
    [contactCalls.requestCallback, refuse],
  ])
  await screen.fill('phone', '+61 412 345 678')
  await screen.fill('message', 'parsnip')
  await screen.user.click(screen.getByRole('button', { name: words['contact.send'] }))
  await screen.expectAlert(words['auth.server_error'])
  await screen.fill('call-phone', '+61 412 345 678')
  await screen.user.keyboard('{Enter}')
  await screen.expectAlert(words['calls.server_error'])

  const written = words['contact.success'].replace('{email}', testUser.email)
  screen.replies.set(contactCalls.requestCallback, () => ({
    json: { return: true, message: words['calls.server_success'] },
  }))
  screen.replies.set(contactCalls.sendMessage, () => ({ json: { return: true, message: written } }))
  await screen.user.keyboard('{Enter}')
  await screen.expectStatus(words['calls.server_success'])
  await screen.user.click(screen.getByRole('button', { name: words['contact.send'] }))
  await screen.expectStatus(written)
})

describe('tips', () => {
  test.each<[string, CallHandler, string]>([
    ['a refusal without a message', refuse, words['profile.tips_error']],
    [
      'no connection',
      () => {
        throw new TypeError('Failed to fetch')
      },
      words['profile.tips_some_error'],
    ],
    ['success', accept, words['profile.tips_success_off']],
  ])('that are hidden show that the choice is being saved, and then %s', async (_result, reply, ending) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const screen = await openScreen(<TipCard />, [[profileCalls.setTips, reply]])
      await screen.user.click(screen.getByRole('button', { name: words['profile.tip_hide'] }))
      await screen.expectToast(words['profile.tips_waiting'])
      await vi.advanceTimersByTimeAsync(3000)
      await screen.expectToast(ending)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('the balance has a name with amount and currency', async () => {
  const screen = await openScreen(<BalanceMenu />, [], { ...testUser, amount: 0, currency: 'USD' })
  screen.getByRole('button', { name: /^Баланс \$0(?:,00)? USD/ })
})

describe('personal data', () => {
  test('that is invalid is not sent', async () => {
    const screen = await openScreen(<PersonalInfoSection />)
    await screen.fill('email', 'nobody')
    await screen.submit()
    await screen.findByText(words['auth.email_invalid'])
    await screen.fill('email', 'mia@example.com')
    await screen.fill('phone', '1')
    await screen.submit()
    await screen.findByText(words['auth.phone_invalid'])
  })

  test('shows an e-mail that is taken at its field', async () => {
    const json = { return: false, error: 'profile.email_taken', message: words['profile.email_taken'] }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, () => ({ json })]])
    await screen.fill('email', 'mia@example.com')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.findByText(words['profile.email_taken'])
  })

  test.each(refusals)('shows an error after %s, and then that it is saved', async (_reply, reply) => {
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, reply]])
    await screen.fill('phone', '+41791234568')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectAlert(words['auth.server_error'])
    screen.replies.set(profileCalls.updateContactDetails, accept)
    await screen.submit()
    await screen.expectStatus(words['profile.saved'])
  })

  test('asks for the password only when something changes, and keeps it out of other requests', async () => {
    const bodies: unknown[] = []
    const save: CallHandler = (body) => {
      bodies.push(body)
      const user = { ...testUser, email_pending: 'mia@example.com' }
      return { json: { return: true, user } }
    }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, save]])
    expect(screen.container.querySelector('input[type=password]')).toBe(null)
    await screen.submit()
    await screen.expectStatus(words['profile.nothing_changed'])
    expect(bodies).toEqual([])
    await screen.fill('email', 'Mia@example.com')
    await screen.submit()
    await screen.findByText(words['profile.password_needed'])
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectStatus(words['profile.email_sent'].replace('{email}', 'mia@example.com'))
    const known = { email: testUser.email, phone: testUser.phone }
    expect(bodies).toEqual([
      { email: 'Mia@example.com', phone: testUser.phone, password: 'nine purple elephants', known },
    ])
    expect(screen.container.querySelector('input[type=password]')).toBe(null)
  })

  test.each([true, false])(
    'warns before a change of an e-mail, which is not undone, unless it is proved: %s',
    async (isProved) => {
      const screen = await openScreen(<PersonalInfoSection />, [], { ...testUser, email_proved: isProved })
      expect(screen.queryByText(words['profile.email_unproved'])).toBe(null)
      await screen.fill('email', 'mia@example.com')
      expect(screen.queryByText(words['profile.email_unproved']) === null).toBe(isProved)
      await screen.fill('email', testUser.email)
      expect(screen.queryByText(words['profile.email_unproved'])).toBe(null)
    },
  )

  test('shows the phone formatted and saves a national form', async () => {
    const bodies: unknown[] = []
    const save: CallHandler = (body) => {
      bodies.push(body)
      return { json: { return: true, user: { ...testUser, phone: '+61412345678' } } }
    }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, save]], {
      ...testUser,
      country: 'AU',
    })
    const phone = screen.container.querySelector<HTMLInputElement>('input[name=phone]')
    expect(phone?.value).toBe('+41 79 123 45 67')
    await screen.fill('phone', '0412 345 678')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectStatus(words['profile.saved'])
    expect(bodies).toMatchObject([{ phone: '+61412345678' }])
    expect(phone?.value).toBe('+61 412 345 678')
  })

  test('tells once where the link for a new e-mail was sent', async () => {
    const user = createUser()
    const save: CallHandler = () => {
      user.email_pending = 'mia@example.com'
      return { json: { return: true, user } }
    }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, save]], user)
    await screen.fill('email', 'mia@example.com')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectStatus(words['profile.email_sent'].replace('{email}', 'mia@example.com'))
    const banners = screen.getAllByRole('status').filter(({ textContent }) => textContent.includes('mia@example.com'))
    expect(banners).toHaveLength(1)
  })

  test('with old values shows the current ones and what happened', async () => {
    const json = { return: false, error: 'profile.contact_stale', message: words['profile.contact_stale'] }
    const user = createUser()
    const refuseStale: CallStub = [profileCalls.updateContactDetails, () => ({ json })]
    const screen = await openScreen(<PersonalInfoSection />, [refuseStale], user)
    user.email = 'current@example.com'
    await screen.fill('phone', '+41791234568')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectAlert(words['profile.contact_stale'])
    await waitFor(() =>
      expect(screen.container.querySelector<HTMLInputElement>('input[name=email]')?.value).toBe('current@example.com'),
    )
  })

  test('keeps what was typed while another section is open', async () => {
    const user = createUser()
    const screen = await openScreen(<PersonalInfoSection />, [], user)
    await screen.fill('phone', '+41791234568')
    screen.unmount()
    const again = await openScreen(<PersonalInfoSection />, [], user)
    expect(again.container.querySelector<HTMLInputElement>('input[name=phone]')?.value).toBe('+41791234568')
    await again.expectStatus(words['profile.draft_kept'])
  })
})

describe('a new password', () => {
  const form = <ChangePasswordForm email={testUser.email} personalWords={[]} />

  test('is checked before it is sent', async () => {
    const screen = await openScreen(form)
    await screen.submit()
    await screen.findByText(words['auth.password_empty'])
    await screen.fill('password', 'not this one')
    await screen.fill('new-password', 'short')
    await screen.submit()
    await screen.findByText(words['auth.password_short'])
    await screen.fill('new-password', 'nine purple elephants')
    await screen.fill('repeat-password', 'nine purple elephant')
    await screen.submit()
    await screen.findByText(words['auth.passwords_differ'])
  })

  test.each(refusals)(
    'shows an error after %s, a wrong old password, and then that it is saved',
    async (_reply, reply) => {
      const screen = await openScreen(form, [[profileCalls.changePassword, reply]])
      await screen.fill('password', 'not this one')
      await screen.fill('new-password', 'nine purple elephants')
      await screen.fill('repeat-password', 'nine purple elephants')
      await screen.submit()
      await screen.expectAlert(words['messages.500'])
      const json = { return: false, error: 'auth.old_password_wrong', message: words['auth.old_password_wrong'] }
      screen.replies.set(profileCalls.changePassword, () => ({ json }))
      await screen.submit()
      await screen.findByText(words['auth.old_password_wrong'])
      screen.replies.set(profileCalls.changePassword, accept)
      await screen.submit()
      await screen.expectStatus(words['profile.password_changed'])
    },
  )
})
