// @vitest-environment jsdom
import { profileCalls } from '@tradefront/contract/profile'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'

import { ChangePasswordForm } from '../../features/auth/change-password-form.tsx'
import { PersonalInfoSection } from '../../features/profile/personal-info-section.tsx'
import { getBootstrap, setBootstrap } from '../../platform/api/bootstrap.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import type { CallHandler, CallStub } from '../../platform/testing/stub-calls.ts'
import { testBootstrap, testUser } from '../../platform/testing/test-bootstrap.ts'
import { accept, createUser, openScreen, refusals, words } from './testing/open-screen.tsx'

/* Messages of a trader's screens in Russian (spec: funding 8, account 8). */

beforeEach(stubBrowser)

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

  test('goes to an embedded platform by its call (spec: funding 7)', async () => {
    const sent: unknown[] = []
    const answer: CallHandler = (body) => {
      sent.push(body)
      return accept(body)
    }
    const screen = await openScreen(form, [[profileCalls.changePlatformPassword, answer]])
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
