// @vitest-environment jsdom
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { PageNotFound } from './page-not-found.tsx'

beforeEach(stubBrowser)

test('a page that does not exist names its address, leads to the main places and searches the answers', async () => {
  history.replaceState(null, '', '/en/trading#/show/nonsense')
  const { getByText, getAllByRole, getByLabelText } = await renderWithProviders(<PageNotFound />, {
    texts: ['profile'],
  })
  getByText('/en/trading#/show/nonsense')
  expect(getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Go to my account', '#/home'],
    ['Add funds', '#/show/funding'],
    ['History', '#/show/history'],
    ['Support', '#/show/support'],
    ['About', '#/show/about'],
    ['Fees and limits', '#/show/fees'],
    ['Contacts', '#/show/contacts'],
  ])
  await userEvent.type(getByLabelText('Search the answers'), 'a fee{Enter}')
  expect(location.hash).toBe('#/show/faq?q=a%20fee')
})

test('on the public pages it leads to public pages only', async () => {
  history.replaceState(null, '', '/en/nonsense')
  const { getAllByRole } = await renderWithProviders(<PageNotFound />)
  expect(getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/en/',
    '/en/show/about',
    '/en/show/fees',
    '/en/show/contacts',
  ])
})
