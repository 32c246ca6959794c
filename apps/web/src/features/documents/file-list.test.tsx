// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import type { FileView, KindView } from './api.ts'
import { FileList } from './file-list.tsx'

const file: FileView = {
  name: 'a1',
  title: 'my passport.png',
  pages: ['a1'],
  type: 'image/png',
  size: 1234,
  state: 'sent',
  sentAtMs: Date.UTC(2026, 10, 21, 12, 30),
  canRemove: true,
}

function renderFiles(kind: KindView['kind'], ...files: FileView[]) {
  const view: KindView = { kind, state: 'sent', required: true, canSend: false, max: 1, reason: null, files }
  return renderWithProviders(<FileList view={view} onChanged={async () => {}} />, { texts: ['documents'] })
}

test('a sent file shows its name, the type and size it was sent with and its date, and can be opened and removed', async () => {
  const { getByText, getByRole } = await renderFiles('card', file)
  getByText('my passport.png')
  getByText('PNG, 1 kB')
  getByText(/^Sent [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{2}:\d{2}$/)
  expect(getByRole('link', { name: 'Open Payment card, my passport.png' }).getAttribute('target')).toBe('_blank')
  getByRole('button', { name: 'Remove Payment card, my passport.png' })
})

test('two files of the same type can be told apart', async () => {
  const { getByRole } = await renderFiles('passport', file, { ...file, name: 'a2', pages: ['a2'], title: 'back.png' })
  getByRole('button', { name: 'Remove Passport or identity card, my passport.png' })
  getByRole('button', { name: 'Remove Passport or identity card, back.png' })
})

test('each page of a PDF can be seen and opened by its number', async () => {
  const pdf: FileView = { ...file, type: 'application/pdf', title: 'scan.pdf', pages: ['a1', 'a1-2', 'a1-3'] }
  const { getByText, getByRole, container } = await renderFiles('passport', pdf)
  getByText('PDF, 1 kB · Page 1 of 3')
  getByText('Page 2 of 3')
  getByText('Page 3 of 3')
  const link = getByRole('link', { name: 'Open Passport or identity card, scan.pdf, page 3 of 3' })
  expect(link.getAttribute('href')).toBe('/userdocs/viewdoc/a1-3')
  expect([...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))).toEqual(
    ['a1', 'a1-2', 'a1-3'].map((name) => `/userdocs/viewdoc/${name}`),
  )
})

test('a signature has no file name and is shown as a whole', async () => {
  const { getByRole, container } = await renderFiles('sign', { ...file, title: null })
  getByRole('link', { name: 'Open Signature' })
  const picture = container.querySelector('img') ?? expect.fail('no picture')
  expect(picture.className).toContain('object-contain')
})
