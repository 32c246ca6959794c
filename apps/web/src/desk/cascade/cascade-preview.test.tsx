// @vitest-environment jsdom
import type { CascadeRuleView } from '@tradefront/contract/desk-processors'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { CascadePreview } from './cascade-preview.tsx'

beforeEach(() => stubBrowser())

const rule: CascadeRuleView = {
  name: 'Cheaper',
  countries: ['AU'],
  minAmount: 100,
  maxAmount: null,
  cardRanges: ['4242'],
  remove: [],
  first: [],
}
const settings = {
  siteCascade: 'ZOOM,ORANGE,CONCEPT',
  disabledProcessors: [],
  pfsCountries: ['DE'],
  hasPfsFallback: false,
}

/** The steps of the preview: what has chosen the order, and the order. */
const listSteps = () =>
  screen.getAllByRole('list').map((list) => [
    list.previousSibling?.textContent,
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
      .join(),
  ])

test('the preview names each rule that is about the payment, and the order after it', async () => {
  const rules = [
    { ...rule, name: 'Expensive', remove: ['ZOOM' as const] },
    { ...rule, first: ['CONCEPT' as const] },
    { ...rule, name: 'Other cards', cardRanges: ['5'], remove: ['ORANGE' as const] },
  ]
  await renderWithProviders(<CascadePreview rules={rules} settings={settings} />, {
    texts: ['desk-cascade', 'desk-money'],
  })
  expect(listSteps()).toEqual([
    ['Order of the site', 'ZOOM,ORANGE,CONCEPT'],
    ['After “Expensive”', 'ORANGE,CONCEPT'],
    ['After “Cheaper”', 'CONCEPT,ORANGE'],
  ])
  const user = userEvent.setup()
  await user.clear(screen.getByRole('textbox', { name: 'First digits of the card' }))
  await user.type(screen.getByRole('textbox', { name: 'First digits of the card' }), '5105')
  expect(listSteps()).toEqual([
    ['Order of the site', 'ZOOM,ORANGE,CONCEPT'],
    ['After “Other cards”', 'ZOOM,CONCEPT'],
  ])
  await user.type(screen.getByRole('textbox', { name: /own order/ }), 'orange')
  expect(listSteps()).toEqual([
    ['Order of the trader', 'ORANGE'],
    ['After “Other cards”', 'No processor'],
  ])
  expect(screen.queryByText('The payment is refused')).not.toBeNull()
})

test('the preview compares an amount in another currency with the bounds of a rule', async () => {
  await renderWithProviders(<CascadePreview rules={[{ ...rule, remove: ['ZOOM'] }]} settings={settings} />, {
    texts: ['desk-cascade', 'desk-money'],
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /Currency/ }))
  await user.click(screen.getByRole('option', { name: 'RUB' }))
  // 500 roubles are less than 100 dollars.
  expect(screen.queryByText('No rule is about this payment.')).not.toBeNull()
})
