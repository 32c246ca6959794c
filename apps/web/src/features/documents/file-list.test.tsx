// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import type { KindView } from './api.ts'
import { FileList } from './file-list.tsx'

test('a sent file shows its type, size and date, and can be opened and removed', async () => {
  const view: KindView = {
    kind: 'card',
    state: 'sent',
    required: true,
    can_send: false,
    max: 1,
    reason: null,
    files: [
      {
        name: 'a1',
        type: 'image/jpeg',
        size: 1234,
        state: 'sent',
        sent_at: Date.UTC(2026, 10, 21, 12, 30),
        can_remove: true,
      },
    ],
  }
  const list = <FileList view={view} onChanged={async () => {}} />
  const { getByText, getByRole } = await renderWithProviders(list, { texts: ['documents'] })
  getByText('JPG, 1 kB')
  getByText(/^Sent [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/)
  expect(getByRole('link', { name: /^Open Payment card/ }).getAttribute('target')).toBe('_blank')
  getByRole('button', { name: /^Remove Payment card/ })
})
