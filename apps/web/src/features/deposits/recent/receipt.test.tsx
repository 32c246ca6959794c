// @vitest-environment jsdom
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { Receipt } from './receipt.tsx'

const deposit: Deposit = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  receiptNumber: '00CF4FC964FF',
  state: 'succeeded',
  amount: 1000,
  currency: 'USD',
  bonus: 1,
  fixed: 0,
  bonusAmount: 500,
  wageringRequired: 15_000,
  card: null,
  invoice: null,
  step: null,
  next: null,
  tried: [],
  redirectedBy: [],
  cascade: [],
  reason: null,
  message: null,
  refund: null,
  balance: null,
  credited: { cash: 1000, bonus: 800 },
  promo: { code: 'SPRING', bonus: 300, turnover: 9000 },
  createdAtMs: 0,
  endedAtMs: 1,
}
const readRows = async (changes: Partial<Deposit>) => {
  const { getAllByRole } = await renderWithProviders(<Receipt deposit={{ ...deposit, ...changes }} heading="" />, {
    texts: ['cards', 'deposits', 'profile'],
  })
  const values = getAllByRole('definition').map(({ textContent }) => textContent)
  return getAllByRole('term').map(({ textContent }, index) => `${textContent}: ${values[index]}`)
}

test('a receipt names the time zone of its time', async () => {
  expect((await readRows({}))[1]).toMatch(/^Date: January 1, 1970.+ \(.+, GMT.*\)$/)
})

test('a receipt shows the bonus of the promo code apart, and the turnover of both bonuses', async () => {
  expect((await readRows({})).slice(2)).toEqual([
    'You paid: $1,000.00',
    'Bonus: $500.00',
    'Promo code SPRING: $300.00',
    'Turnover of your own money before the bonus is released: $24,000.00',
    'Credited: $1,800.00',
  ])
})

test('a receipt of a deposit with only a promo code shows its bonus and turnover', async () => {
  const rows = await readRows({ bonusAmount: 0, wageringRequired: 0, credited: { cash: 1000, bonus: 300 } })
  expect(rows.slice(3)).toEqual([
    'Promo code SPRING: $300.00',
    'Turnover of your own money before the bonus is released: $9,000.00',
    'Credited: $1,300.00',
  ])
})

test('a receipt shows what was credited of the amount that was reported, and no name on a statement', async () => {
  const wallet = { name: 'bank', is_claim: true }
  const credited = { cash: 400, bonus: 0 }
  const { promo: _promo, ...withoutPromo } = deposit
  const { container } = await renderWithProviders(
    <Receipt deposit={{ ...withoutPromo, state: 'failed', wallet, credited }} heading="" />,
    { texts: ['cards', 'deposits', 'profile'] },
  )
  expect(container.textContent).toContain('You paid$400.00 of $1,000.00')
  expect(container.textContent).not.toContain('statement')
})

test('a receipt of a wallet says that the statement names the wallet', async () => {
  expect(await readRows({ wallet: { name: 'unionpay', is_claim: false } })).toContain('Your statement names: UnionPay')
})
