// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { walletsCalls } from '@tradefront/contract/wallets'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { ClaimTab } from './claim-tab.tsx'

const reportCall = { ...walletsCalls.reportPayment, path: '/api/report/bank' }
const overview: Overview = {
  ...{ deposit: null, recent: [], card: null, savedCards: [] },
  ...{ isCardLimited: false, cardLimitedUntilMs: null, isLimitAccepted: false },
  depositsLeftToday: 3,
}
const waiting: Deposit = {
  ...{ id: 'd-1', receiptNumber: 'ABC123', state: 'review', amount: 1000, currency: 'EUR', bonus: 0, fixed: 1 },
  ...{
    bonusAmount: 0,
    wageringRequired: 0,
    card: null,
    invoice: null,
    wallet: { name: 'bank', is_claim: true },
    step: null,
  },
  ...{
    next: null,
    tried: [],
    redirectedBy: [],
    cascade: [],
    reason: null,
    message: null,
    credited: null,
    refund: null,
    balance: null,
  },
  ...{ createdAtMs: 1, endedAtMs: null },
}
const claimAccounts = { bank: 'IBAN CH93 0076', wmz: 'Z123', wmr: 'R456', wme: 'E789', litecoin: 'ltc1q' }

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  vi.unstubAllGlobals()
})

async function renderTab(tab: FundingTab, handle: CallHandler, shown = overview) {
  const bodies = stubCalls([
    [reportCall, handle],
    [cardsCalls.getCurrentDeposit, () => new Promise(() => {})],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const settings = { ...testBootstrap.settings, claim_accounts: claimAccounts }
  const screen = await act(() =>
    renderWithProviders(<ClaimTab tab={tab} overview={shown} />, {
      texts: ['cards', 'wallets'],
      bootstrap: { settings },
    }),
  )
  return { ...screen, user: userEvent.setup(), toasts, sent: bodies.get(reportCall) ?? [] }
}

test.each([
  ['bank', ['IBAN CH93 0076', 'TF-1']],
  ['webmoney', ['Z123', 'R456', 'E789', 'TF-1']],
  ['litecoin', ['ltc1q']],
] as const)('%s shows where to send the money', async (tab, texts) => {
  const { getByText } = await renderTab(tab, () => ({ json: { return: true } }))
  for (const text of texts) expect(getByText(text)).toBeDefined()
})

test('a report that is repeated after a lost answer has the same nonce, the next one another', async () => {
  let calls = 0
  const { user, getByRole, getByLabelText, sent, toasts } = await renderTab('bank', () => {
    calls += 1
    return calls === 1 ? brokenReply : { json: { return: true, id: 'd-1' } }
  })
  await user.type(getByLabelText('Transfer number or transaction'), ' RF18 ')
  const report = () => user.click(getByRole('button', { name: /^I have sent/ }))
  await report()
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toBe(
    'some errors, try latter. Check your connection and try again. You are never charged twice for one payment.',
  )
  await report()
  await waitFor(() => expect((getByLabelText('Transfer number or transaction') as HTMLInputElement).value).toBe(''))
  await report()
  await waitFor(() => expect(sent).toHaveLength(3))
  const nonces = sent.map((body) => (body as { random: string }).random)
  expect(sent[0]).toMatchObject({ email: 'anna@example.com', amount: 1000, currency: 'EUR', fixed: 1, bitcoin: 'RF18' })
  expect(nonces[1]).toBe(nonces[0])
  expect(nonces[2]).not.toBe(nonces[0])
})

test('a reported payment that waits is shown with its receipt number, also after a reload', async () => {
  const { getByText } = await renderTab('bank', () => ({ json: { return: true } }), { ...overview, recent: [waiting] })
  expect(getByText(/We are looking for your payment of €1,000/)).toBeDefined()
  expect(getByText(/ABC123/)).toBeDefined()
})
