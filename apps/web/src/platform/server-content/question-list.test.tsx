// @vitest-environment jsdom
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../testing/render-with-providers.tsx'
import { stubBrowser } from '../testing/stub-browser.ts'
import { QuestionList } from './question-list.tsx'

beforeEach(() => {
  stubBrowser()
  history.replaceState(null, '', '/en/show/faq')
})

const html =
  '<h2>Money</h2><h3>Who pays?</h3><p>You do.</p><ul><li>By card</li></ul><h3>When?</h3><p>Later.</p>' +
  '<h2>Safety</h2><h3>Is it safe?</h3><p>Yes, <em>we</em> pay for it.</p><hr><p>Nothing found?</p>'

test('questions unfold, and a search shows those that have all words in question or answer', async () => {
  const user = userEvent.setup()
  const screen = await renderWithProviders(<QuestionList html={html} />, { texts: [], locale: 'en' })
  const list = () =>
    [...screen.container.querySelectorAll('details')].map(({ open, textContent }) => [open, textContent])
  expect(list()).toEqual([
    [false, 'Who pays?You do.By card'],
    [false, 'When?Later.'],
    [false, 'Is it safe?Yes, we pay for it.'],
  ])
  const search = screen.getByRole('textbox', { name: 'Search the answers' })
  await user.type(search, 'PAY it')
  expect(list()).toEqual([[true, 'Is it safe?Yes, we pay for it.']])
  expect(screen.getByRole('status').textContent).toBe('1 answer')
  expect(screen.queryByRole('heading', { name: 'Money' })).toBe(null)
  await user.type(search, ' nothing')
  expect(list()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('No answer has these words.')
  expect(screen.getByText('Nothing found?')).toBeTruthy()
})

test.each(['/en/show/faq?q=safe', '/en/trading#/show/faq?q=safe'])('the link %s shows the answers', async (link) => {
  history.replaceState(null, '', link)
  const screen = await renderWithProviders(<QuestionList html={html} />, { texts: [], locale: 'en' })
  expect(screen.getByRole('textbox', { name: 'Search the answers' })).toHaveProperty('value', 'safe')
  expect(screen.getByRole('status').textContent).toBe('1 answer')
})
