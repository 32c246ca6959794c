// @vitest-environment jsdom
import { authCalls, type SessionView } from '@tradefront/contract/auth'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { SessionList } from './session-list.tsx'

test('of many devices the one in use is first, and only some are shown at once', async () => {
  stubBrowser()
  const sessions = Array.from({ length: 7 }, (_, index): SessionView => ({
    id: String(index).padStart(16, '0'),
    browser: `Browser ${index}`,
    system: null,
    address: '127.0.0.1',
    since: index,
    until: 9,
    isCurrent: index === 6,
  }))
  stubCalls([[authCalls.listSessions, () => ({ json: { return: true, sessions } })]])
  const { findAllByRole, getByRole, queryByRole } = await renderWithProviders(<SessionList />, { texts: ['profile'] })
  const rows = await findAllByRole('listitem')
  expect(rows).toHaveLength(5)
  expect(rows[0]?.textContent).toMatch(/^Browser 6This device/)
  await userEvent.click(getByRole('button', { name: 'Show all 7 devices' }))
  expect(await findAllByRole('listitem')).toHaveLength(7)
  expect(queryByRole('button', { name: /^Show all/ })).toBeNull()
})
