// @vitest-environment jsdom
import { contactCalls } from '@tradefront/contract/contact'
import { profileCalls } from '@tradefront/contract/profile'
import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { ContactForms } from '../../features/contact/contact-forms.tsx'
import { BalanceMenu } from '../../features/profile/balance-menu.tsx'
import { TipCard } from '../../features/profile/tip-card.tsx'
import { setTipsEnabled } from '../../features/profile/tips.ts'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import type { CallHandler } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { accept, breakDown, openScreen, refuse, words } from './testing/open-screen.tsx'

/* Messages of a trader's screens in Russian (spec: funding 8, account 8). */

beforeEach(stubBrowser)

const getCallForm = (screen: Awaited<ReturnType<typeof openScreen>>) =>
  within(screen.getByRole('form', { name: words['contact.call_title'] }))

test('a call-me-back form that gets no readable answer says that the number was not sent', async () => {
  const screen = await openScreen(<ContactForms />, [[contactCalls.requestCallback, breakDown]])
  await screen.user.click(getCallForm(screen).getByRole('button', { name: words['contact.change'] }))
  await screen.fill('call-phone', '+61 412 345 678')
  await screen.user.keyboard('{Enter}')
  await screen.expectAlert(words['calls.server_error'])
})

test('contact forms show an error after a refusal without a message, and then that they are sent', async () => {
  const screen = await openScreen(<ContactForms />, [
    [contactCalls.sendMessage, refuse],
    [contactCalls.requestCallback, refuse],
  ])
  await screen.fill('message', 'parsnip')
  await screen.user.click(screen.getByRole('button', { name: words['contact.send'] }))
  await screen.expectAlert(words['auth.server_error'])
  await screen.user.click(getCallForm(screen).getByRole('button', { name: words['contact.call'] }))
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

test('contact forms send what the account knows, and ask for what is changed and cannot be reached', async () => {
  const sent: unknown[] = []
  const screen = await openScreen(<ContactForms />, [
    [
      contactCalls.sendMessage,
      (body) => {
        sent.push(body)
        return { json: { return: true, message: 'sent' } }
      },
    ],
  ])
  const form = within(screen.getByRole('form', { name: words['contact.write_title'] }))
  form.getByText(testUser.email)
  expect(form.queryByLabelText(words['contact.email'])).toBe(null)
  const send = form.getByRole('button', { name: words['contact.send'] })
  await screen.user.click(send)
  await form.findByText(words['contact.message_empty'])
  expect(form.queryByLabelText(words['contact.email'])).toBe(null)
  await screen.fill('message', 'parsnip')
  await screen.user.click(form.getByRole('button', { name: words['contact.change'] }))
  expect(document.activeElement).toBe(form.getByLabelText(words['contact.name']))
  await screen.fill('email', '')
  await screen.fill('phone', '')
  await screen.user.click(send)
  await form.findByText(words['contact.reach_missing'])
  await screen.fill('phone', '+61 412 345 678')
  await screen.user.click(send)
  await screen.expectStatus('sent')
  const name = `${testUser.firstName} ${testUser.lastName}`
  expect(sent).toEqual([{ name, email: '', phone: '+61 412 345 678', message: 'parsnip' }])
})

describe('tips', () => {
  const getTip = (screen: Awaited<ReturnType<typeof openScreen>>) =>
    screen.queryByRole('complementary', { name: words['profile.tip_title'] })

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
      const screen = await openScreen(
        <>
          <h1 tabIndex={-1}>Account</h1>
          <TipCard />
        </>,
        [[profileCalls.setTips, reply]],
      )
      await screen.user.click(screen.getByRole('button', { name: words['profile.tip_hide'] }))
      expect(getTip(screen)).toBe(null)
      expect(document.activeElement?.localName).toBe('h1')
      await screen.expectToast(words['profile.tips_waiting'])
      await vi.advanceTimersByTimeAsync(3000)
      await screen.expectToast(ending)
      // The record of the user still has tips, as after a refusal.
      await waitFor(() => expect(getTip(screen)).not.toBe(null))
    } finally {
      vi.useRealTimers()
    }
  })

  test('that are switched off and on within three seconds are sent once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const sent: unknown[] = []
      const screen = await openScreen(<TipCard />, [[profileCalls.setTips, (body) => (sent.push(body), accept(body))]])
      await screen.user.click(screen.getByRole('button', { name: words['profile.tip_hide'] }))
      await vi.advanceTimersByTimeAsync(1000)
      // The switch is in the menu of the header.
      setTipsEnabled(true)
      await waitFor(() => expect(getTip(screen)).not.toBe(null))
      await vi.advanceTimersByTimeAsync(3000)
      await screen.expectToast(words['profile.tips_success_on'])
      expect(sent).toEqual([{ value: 'on', host: location.host }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('follow each other', async () => {
    const screen = await openScreen(<TipCard />)
    const before = getTip(screen)?.querySelector('p')?.textContent
    await screen.user.click(screen.getByRole('button', { name: words['profile.tip_next'] }))
    expect(getTip(screen)?.querySelector('p')?.textContent).not.toBe(before)
  })
})

test('the balance has a name with amount and currency', async () => {
  const screen = await openScreen(<BalanceMenu />, [], { ...testUser, amount: 0, currency: 'USD' })
  screen.getByRole('button', { name: /^Реальный \$0(?:,00)? USD/ })
})
