// @vitest-environment jsdom
import { profileCalls } from '@tradefront/contract/profile'
import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'

import { PasswordRow } from '../../features/auth/password-row.tsx'
import { PersonalInfoSection } from '../../features/profile/personal-info-section.tsx'
import { getBootstrap, setBootstrap } from '../../platform/api/bootstrap.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import type { CallHandler, CallStub } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { accept, createUser, openScreen, refusals, words } from './testing/open-screen.tsx'

/* Messages of a trader's screens in Russian (spec: funding 8, account 8). */

beforeEach(stubBrowser)

type Screen = Awaited<ReturnType<typeof openScreen>>
const change = words['profile.change']
const getButton = (screen: Screen, of: string, label: string = change) =>
  screen.getByRole('button', { name: `${label}: ${of}` })
const openRow = (screen: Screen, of: string) => fireEvent.click(getButton(screen, of))
const email = words['auth.email']
const phone = words['auth.phone']

describe('personal data', () => {
  test('that is invalid is not sent', async () => {
    const screen = await openScreen(<PersonalInfoSection />)
    openRow(screen, email)
    await screen.fill('email', 'nobody')
    await screen.submit()
    await screen.findByText(words['auth.email_invalid'])
    openRow(screen, phone)
    await screen.fill('phone', '1')
    await screen.submit()
    await screen.findByText(words['auth.phone_invalid'])
  })

  test('shows an e-mail that is taken at its field', async () => {
    const json = { return: false, error: 'profile.email_taken', message: words['profile.email_taken'] }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, () => ({ json })]])
    openRow(screen, email)
    await screen.fill('email', 'mia@example.com')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.findByText(words['profile.email_taken'])
  })

  test.each(refusals)('shows an error after %s, and then that it is saved', async (_reply, reply) => {
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, reply]])
    openRow(screen, phone)
    await screen.fill('phone', '+41791234568')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectAlert(words['auth.server_error'])
    screen.replies.set(profileCalls.updateContactDetails, accept)
    await screen.submit()
    await screen.expectStatus(words['profile.saved'])
  })

  test('needs the password for a change, and keeps it out of other requests', async () => {
    const bodies: unknown[] = []
    const save: CallHandler = (body) => {
      bodies.push(body)
      const user = { ...testUser, email_pending: 'mia@example.com' }
      return { json: { return: true, user } }
    }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, save]])
    openRow(screen, email)
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
    expect(screen.container.querySelector('input')).toBe(null)
  })

  test('opens one form at a time, with the focus in its field, which goes back to the button', async () => {
    const screen = await openScreen(<PersonalInfoSection />)
    openRow(screen, email)
    expect(document.activeElement?.getAttribute('name')).toBe('email')
    openRow(screen, phone)
    expect(document.activeElement?.getAttribute('name')).toBe('phone')
    expect(screen.container.querySelector('input[name=email]')).toBe(null)
    openRow(screen, email)
    expect(document.activeElement?.getAttribute('name')).toBe('email')
    openRow(screen, phone)
    const cancel = getButton(screen, phone, words['profile.change_cancel'])
    expect(cancel.getAttribute('aria-expanded')).toBe('true')
    cancel.focus()
    fireEvent.click(cancel)
    expect(document.activeElement).toBe(getButton(screen, phone))
    expect(screen.container.querySelector('input')).toBe(null)
  })

  test('forgets what was typed when the form is closed', async () => {
    const screen = await openScreen(<PersonalInfoSection />)
    openRow(screen, phone)
    await screen.fill('phone', '+41791234568')
    fireEvent.click(getButton(screen, phone, words['profile.change_cancel']))
    openRow(screen, phone)
    expect(screen.container.querySelector<HTMLInputElement>('input[name=phone]')?.value).toBe('+41 79 123 45 67')
  })

  test.each([
    [true, 'profile.email_is_proved'],
    [false, 'profile.email_not_proved'],
  ] as const)('says whether the e-mail is confirmed: %s', async (email_proved, text) => {
    const screen = await openScreen(<PersonalInfoSection />, [], { ...createUser(), email_proved })
    screen.getByText(words[text])
  })

  test.each([true, false])(
    'warns before a change of an e-mail, which is not undone, unless it is proved: %s',
    async (isProved) => {
      const screen = await openScreen(<PersonalInfoSection />, [], { ...testUser, email_proved: isProved })
      openRow(screen, email)
      expect(screen.queryByText(words['profile.email_unproved'])).toBe(null)
      await screen.fill('email', 'mia@example.com')
      expect(screen.queryByText(words['profile.email_unproved']) === null).toBe(isProved)
      await screen.fill('email', testUser.email)
      expect(screen.queryByText(words['profile.email_unproved'])).toBe(null)
    },
  )

  test('shows the phone formatted and saves a national form', async () => {
    const bodies: unknown[] = []
    const user = { ...createUser(), country: 'AU' }
    const save: CallHandler = (body) => {
      bodies.push(body)
      user.phone = '+61412345678'
      return { json: { return: true, user } }
    }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, save]], user)
    screen.getByText('+41 79 123 45 67')
    openRow(screen, phone)
    await screen.fill('phone', '0412 345 678')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectStatus(words['profile.saved'])
    expect(bodies).toMatchObject([{ phone: '+61412345678' }])
    screen.getByText('+61 412 345 678')
    expect(document.activeElement).toBe(getButton(screen, phone))
  })

  test('tells once where the link for a new e-mail was sent', async () => {
    const user = createUser()
    const save: CallHandler = () => {
      user.email_pending = 'mia@example.com'
      return { json: { return: true, user } }
    }
    const screen = await openScreen(<PersonalInfoSection />, [[profileCalls.updateContactDetails, save]], user)
    openRow(screen, email)
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
    openRow(screen, phone)
    user.email = 'current@example.com'
    await screen.fill('phone', '+41791234568')
    await screen.fill('password', 'nine purple elephants')
    await screen.submit()
    await screen.expectAlert(words['profile.contact_stale'])
    await screen.findByText('current@example.com')
    expect(screen.container.querySelector<HTMLInputElement>('input[name=phone]')?.value).toBe('+41791234568')
  })

  test('keeps what was typed while another section is open', async () => {
    const user = createUser()
    const screen = await openScreen(<PersonalInfoSection />, [], user)
    openRow(screen, phone)
    await screen.fill('phone', '+41791234568')
    screen.unmount()
    const again = await openScreen(<PersonalInfoSection />, [], user)
    expect(again.container.querySelector<HTMLInputElement>('input[name=phone]')?.value).toBe('+41791234568')
    await again.expectStatus(words['profile.draft_kept'])
  })
})

describe('a new password', () => {
  const openForm = async (calls: readonly CallStub[] = []) => {
    const screen = await openScreen(<PasswordRow />, calls)
    openRow(screen, words['profile.password_title'])
    return screen
  }

  test('is checked before it is sent', async () => {
    const screen = await openForm()
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

  test('goes to an embedded platform by its call (spec: funding 7)', async () => {
    const sent: unknown[] = []
    const answer: CallHandler = (body) => {
      sent.push(body)
      return accept(body)
    }
    const screen = await openForm([[profileCalls.changePlatformPassword, answer]])
    const { settings } = testBootstrap
    setBootstrap({ ...getBootstrap(), settings: { ...settings, platformUrl: 'https://platform.example' } })
    await screen.fill('password', 'the old one')
    await screen.fill('new-password', 'nine purple elephants')
    await screen.fill('repeat-password', 'nine purple elephants')
    await screen.submit()
    await screen.expectStatus(words['profile.password_changed'])
    const newPassword = 'nine purple elephants'
    expect(sent).toEqual([{ oldPassword: 'the old one', newPassword, newPasswordConfirm: newPassword }])
  })

  test.each(refusals)(
    'shows an error after %s, a wrong old password, and then that it is saved',
    async (_reply, reply) => {
      const screen = await openForm([[profileCalls.changePassword, reply]])
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
