// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import { settingsCalls } from '@tradefront/contract/settings'
import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'

import { useCurrentDialog } from '../../../platform/dialogs.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../../platform/testing/test-bootstrap.ts'
import type { PaymentCard } from '../use-pay-by-card.ts'
import { CardSection } from './card-section.tsx'

beforeEach(stubBrowser)

const holder = { firstName: 'Ada', lastName: 'Lovelace', country: 'AU', state: null, limitedUntilMs: null }
const visa = { ...holder, id: 'c-1', brand: 'visa', last4: '4242', month: '12', year: '2035' }
const maestro = { ...holder, id: 'c-2', brand: 'maestro', last4: '8453', month: '12', year: '2035' }
const expired = { ...holder, id: 'c-3', brand: 'visa', last4: '0002', month: '01', year: '2024' }
const savedCards = [visa, maestro, expired]

function CurrentQuestion() {
  const question = useCurrentDialog()
  if (question === null) return null
  return (
    <div role="alertdialog" aria-label={question.title}>
      <button onClick={() => question.respond(false)}>{question.cancelLabel}</button>
      <button onClick={() => question.respond(true)}>{question.confirmLabel}</button>
    </div>
  )
}

async function renderSection() {
  const paid: PaymentCard[] = []
  const bodies = stubCalls([
    [cardsCalls.saveCard, () => ({ json: { return: true, card: null } })],
    [
      settingsCalls.getBootstrap,
      () => ({ json: { ...testBootstrap, return: true, countries: [], currencies: ['EUR'] } }),
    ],
  ])
  function Section() {
    const [choice, setChoice] = useState('c-1')
    return (
      <>
        <CardSection
          notice={null}
          savedCards={savedCards}
          selected={savedCards.find(({ id }) => id === choice) ?? null}
          onSelect={setChoice}
          newFormCount={0}
          formId="form"
          isLocked={false}
          isCardLimited={false}
          onPay={async (card) => void paid.push(card)}
        />
        <button type="submit" form="form">
          Pay
        </button>
        <CurrentQuestion />
      </>
    )
  }
  const screen = await renderWithProviders(<Section />, {
    texts: ['cards', 'deposits'],
    bootstrap: { now: Date.UTC(2026, 10, 21) },
  })
  return { ...screen, paid, saved: bodies.get(cardsCalls.saveCard) ?? [], user: userEvent.setup() }
}

test('a saved card pays only with its security code', async () => {
  const { user, paid, findByRole, getByLabelText, getByRole, findByText } = await renderSection()
  expect((await findByRole('radio', { name: /4242/ })) instanceof HTMLInputElement).toBe(true)
  await user.click(getByRole('button', { name: 'Pay' }))
  await findByText('Please fill this in.')
  expect(document.activeElement).toBe(getByLabelText('Security code'))
  await user.type(getByLabelText('Security code'), '12')
  await user.click(getByRole('button', { name: 'Pay' }))
  await findByText('Enter three or four digits.')
  expect(paid).toEqual([])
  await user.type(getByLabelText('Security code'), '3')
  await user.click(getByRole('button', { name: 'Pay' }))
  expect(paid).toEqual([{ kind: 'saved', card: visa, code: '123' }])
})

test('another saved card can be chosen, has a code of its own, and Maestro needs none', async () => {
  const { user, paid, findByRole, getByLabelText, getByRole } = await renderSection()
  await findByRole('radio', { name: /4242/ })
  await user.type(getByLabelText('Security code'), '123')
  await user.click(getByRole('radio', { name: /8453/ }))
  expect(getByLabelText('Security code')).toHaveProperty('value', '')
  await user.click(getByRole('button', { name: 'Pay' }))
  expect(paid).toEqual([{ kind: 'saved', card: maestro, code: '' }])
})

test('an expired saved card cannot pay', async () => {
  Element.prototype.scrollIntoView = () => undefined
  const { user, paid, findByRole, getByRole, findByText } = await renderSection()
  await user.click(await findByRole('radio', { name: /0002/ }))
  await findByText('This card has expired. Choose another card to pay.')
  await user.click(getByRole('button', { name: 'Pay' }))
  expect(paid).toEqual([])
})

test('a saved card is removed after a question, and stays when the trader decides to keep it', async () => {
  const { user, saved, findByRole, getByRole } = await renderSection()
  const remove = await findByRole('button', { name: 'Remove Visa •••• 4242' })
  await user.click(remove)
  await user.click(getByRole('button', { name: 'Keep it' }))
  expect(saved).toEqual([])
  await user.click(remove)
  await user.click(getByRole('button', { name: 'Remove the card' }))
  await waitFor(() => expect(saved).toEqual([{ remove: 1, card: 'c-1' }]))
  expect(await findByRole('textbox', { name: 'Card number' })).toHaveProperty('value', '')
})
