// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { afterEach, describe, expect, test } from 'vitest'

import { MoneyField } from './money-field.tsx'

afterEach(cleanup)

function renderField(locale: string, fractionDigits: number) {
  function Form() {
    const [amount, setAmount] = useState<number | null>(null)
    return (
      <>
        <MoneyField
          label="Amount"
          value={amount}
          onChange={setAmount}
          onCommit={(value) => setAmount(Math.max(250, value ?? 0))}
          fractionDigits={fractionDigits}
          currency="EUR"
          faultTexts={{ not_whole: 'Whole amounts only', unclear: 'Digits only' }}
          toWholeLabel={(whole) => `Use ${whole}`}
        />
        <button type="button" onClick={() => setAmount(2500)}>
          Slider
        </button>
        <output>{amount}</output>
      </>
    )
  }
  render(
    <I18nProvider locale={locale}>
      <Form />
    </I18nProvider>,
  )
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  return { user: userEvent.setup(), input, getValue: () => Number(screen.getByRole('status').textContent) }
}

const writtenAmounts = [
  ['500.00', 500],
  ['500,00', 500],
  ['99.99', 99.99],
  ['99,99', 99.99],
  ['0.5', 0.5],
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1 234,56', 1234.56],
  ['1 234.56', 1234.56],
  ['1,234,567.80', 1_234_567.8],
  ['1.234.567,80', 1_234_567.8],
  ['1500', 1500],
] as const

describe.each(['en', 'ru'])('in the language %s', (locale) => {
  test.each(writtenAmounts)('typing %s results in %d', async (text, amount) => {
    const { user, input, getValue } = renderField(locale, 2)
    await user.click(input)
    await user.keyboard(text)
    expect(getValue()).toBe(amount)
  })

  test.each(writtenAmounts)('pasting %s results in %d', async (text, amount) => {
    const { user, input, getValue } = renderField(locale, 2)
    await user.click(input)
    await user.paste(text)
    expect(getValue()).toBe(amount)
  })
})

test('groups an amount while it is typed, and formats other separators when the field loses the focus', async () => {
  const { user, input } = renderField('en', 2)
  await user.click(input)
  await user.keyboard('1234.5')
  expect(input.value).toBe('1,234.5')
  await user.clear(input)
  await user.keyboard('1.234,5')
  expect(input.value).toBe('1.234,5')
  await user.tab()
  expect(input.value).toBe('1,234.50')
})

test.each([
  ['1000', '250,50', 250.5],
  ['1250', '12,50', 12.5],
  ['1250', '1,25', 1.25],
  ['1000', '2,500', 2500],
  ['1000', '75', 75],
])('over %s, all of it selected, pasting %s results in %d', async (before, text, amount) => {
  const { user, input, getValue } = renderField('en', 2)
  await user.click(input)
  await user.keyboard(before)
  input.select()
  await user.paste(text)
  expect(getValue()).toBe(amount)
})

test('keeps the caret behind the typed digit of a whole amount', async () => {
  const { user, input, getValue } = renderField('en', 0)
  await user.click(input)
  await user.keyboard('1500')
  expect(input.value).toBe('1,500')
  input.setSelectionRange(1, 1)
  await user.keyboard('2')
  expect(input.value).toBe('12,500')
  expect(input.selectionStart).toBe(2)
  expect(getValue()).toBe(12_500)
})

test('a value set from outside replaces the typed text', async () => {
  const { user, input } = renderField('en', 2)
  await user.click(input)
  await user.keyboard('500,0')
  await user.click(screen.getByText('Slider'))
  expect(input.value).toBe('2,500')
})

describe.each([
  ['typed', 'en'],
  ['pasted', 'en'],
  ['typed', 'ru'],
  ['pasted', 'ru'],
])('a whole amount that is %s with cents in the language %s', (how, locale) => {
  test.each([
    ['99.99', 'Whole amounts only'],
    ['1234.56', 'Whole amounts only'],
    ['1,000.50', 'Whole amounts only'],
    ['250.999', 'Whole amounts only'],
    ['-500', 'Digits only'],
    ['5e3', 'Digits only'],
  ])('stays "%s", with a message and without a value', async (text, message) => {
    const { user, input, getValue } = renderField(locale, 0)
    await user.click(input)
    await (how === 'typed' ? user.keyboard(text) : user.paste(text))
    expect(getValue()).toBe(0)
    await user.tab()
    expect(input.value.replaceAll(/[,\s]/g, '')).toBe(text.replaceAll(',', ''))
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(message)).toBeDefined()
  })

  test('keeps its value if the cents are zero', async () => {
    const { user, input, getValue } = renderField(locale, 0)
    await user.click(input)
    await (how === 'typed' ? user.keyboard('500.00') : user.paste('500.00'))
    expect(input.value).toBe('500.00')
    expect(getValue()).toBe(500)
    await user.tab()
    expect(input.value).toBe('500')
  })
})

test.each([
  ['1,234.56', 'Use 1,234', 1234],
  ['250.999', 'Use 250', 250],
  // The amount is raised to the minimum, as when the field is left.
  ['99.99', 'Use 99', 250],
])('one press drops the cents of %s', async (text, label, amount) => {
  const { user, input, getValue } = renderField('en', 0)
  await user.click(input)
  await user.paste(text)
  await user.click(screen.getByRole('button', { name: label }))
  expect(getValue()).toBe(amount)
  expect(document.activeElement).toBe(input)
  expect(screen.queryByText('Whole amounts only')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull()
})
