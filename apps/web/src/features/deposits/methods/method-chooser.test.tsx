// @vitest-environment jsdom
import { type FundingTab, selectFundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { testBootstrap, testUser } from '../../../platform/testing/test-bootstrap.ts'
import { MethodChooser } from './method-chooser.tsx'

const working: FundingTab[] = ['card', 'bitcoin', 'eth', 'neteller', 'skrill', 'perfect', 'qiwi', 'paypal', 'bank']
const confirmations = { BTC: { least: 1, most: 3 }, ETH: { least: 3, most: 3 } }

function Chooser({ lastUsed, onSelect }: { lastUsed: FundingTab | null; onSelect: (tab: FundingTab) => void }) {
  const [selected, setSelected] = useState<FundingTab>('card')
  const plan = selectFundingTabs({
    language: 'en',
    currency: 'EUR',
    isPartnerRisk: false,
    hiddenTabs: [],
    working,
  })
  return (
    <MethodChooser
      plan={plan}
      selected={selected}
      lastUsed={lastUsed}
      onSelect={(tab) => {
        onSelect(tab)
        setSelected(tab)
      }}
    />
  )
}

async function renderChooser({ lastUsed = null as FundingTab | null, user = testUser, sandbox = false } = {}) {
  const chosen: FundingTab[] = []
  const settings = { ...testBootstrap.settings, cardDayLimit: 4, coinConfirmations: confirmations }
  const screen = await act(() =>
    renderWithProviders(<Chooser lastUsed={lastUsed} onSelect={(tab) => chosen.push(tab)} />, {
      texts: ['cards', 'deposits'],
      bootstrap: { settings, user, sandbox },
    }),
  )
  const readFacts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
  return { ...screen, user: userEvent.setup(), chosen, readFacts }
}

test('one of each group and the method that was used last are shown at once, the rest on request', async () => {
  const { getAllByRole, getByRole, getByText, user } = await renderChooser({ lastUsed: 'qiwi' })
  const names = () => getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))
  expect(names()).toEqual(['Card', 'Bitcoin', 'Neteller', 'QIWI, Last used', 'Bank transfer'])
  await user.click(getByRole('button', { name: 'More ways to pay (4)', expanded: false }))
  expect(names().slice(5)).toEqual(['Ethereum', 'Skrill', 'Perfect Money', 'PayPal'])
  expect(getByText('Coins')).toBeDefined()
  expect(getByText('E-wallets')).toBeDefined()
  expect(getByRole('button', { name: 'Fewer ways to pay', expanded: true })).toBeDefined()
})

test('the arrow keys choose, and cost, limits, time and needs are those of the chosen method', async () => {
  const { user, chosen, readFacts, getByRole } = await renderChooser({
    user: { ...testUser, min_deposit: 400 },
  })
  expect(readFacts()).toEqual([
    'No fee from us',
    '€400 to €10,000, 4 payments a day',
    'Usually within a minute',
    'A Visa, Mastercard or Maestro card',
  ])
  expect(getByRole('radiogroup', { name: 'How do you want to pay?' })).toBeDefined()
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(chosen).toEqual(['bitcoin'])
  expect(readFacts()).toEqual([
    'No fee on top. You pay the fee of the network.',
    '€250 to €10,000',
    'About 10–30 minutes, after 1–3 confirmations',
    'A wallet with Bitcoin',
  ])
})

test('on a test site each way to pay says whether it moves real money', async () => {
  const { user, readFacts, getByRole } = await renderChooser({
    user: { ...testUser, simulated: ['card'] },
    sandbox: true,
  })
  expect(readFacts().at(-1)).toBe('Simulated: no real money moves')
  await user.click(getByRole('radio', { name: 'Bitcoin' }))
  expect(readFacts().at(-1)).toBe('Real money, although this is a test site')
})

test('each tile has its facts as a description', async () => {
  const { getByRole } = await renderChooser()
  const neteller = getByRole('radio', { name: 'Neteller' })
  const description = document.getElementById(neteller.getAttribute('aria-describedby') ?? '')?.textContent
  expect(description).toContain('No fee from us. The wallet may charge its own.')
  expect(description).toContain('A Neteller account and its Secure ID')
})
