// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { CountryComboBox } from './country-combo-box.tsx'

const countries = [
  { iso: 'DZ', name: 'Algeria' },
  { iso: 'DE', name: 'Germany', hint: '+49', keywords: ['+49'] },
  { iso: 'NE', name: 'Niger' },
]
const words = { none: 'None', search: 'Search', close: 'Close' }
const left = vi.fn<() => void>()

beforeEach(() => {
  left.mockReset()
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('coarse') }) as MediaQueryList
})
afterEach(cleanup)

function renderField() {
  function Form() {
    const [value, setValue] = useState<string | null>('NE')
    const field = { value, onChange: setValue, onBlur: left, ref: null }
    return (
      <CountryComboBox label="Country" error="Not here" field={field} countries={countries} locale="en" words={words} />
    )
  }
  render(<Form />)
  return { user: userEvent.setup(), field: screen.getByRole('combobox', { name: 'Country' }) }
}
const findSheet = async () => within(await screen.findByRole('dialog', { name: 'Country' }))

test('on a phone the countries are in a sheet with a search, and the chosen one is in the field', async () => {
  const { user, field } = renderField()
  expect(field.textContent).toBe('Niger')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.click(field)
  const sheet = await findSheet()
  expect(document.activeElement).toBe(sheet.getByRole('textbox', { name: 'Search' }))
  expect(sheet.getByRole('button', { name: 'Niger' }).getAttribute('aria-current')).toBe('true')
  await user.keyboard('ger')
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Germany+49',
    'Algeria',
    'Niger',
  ])
  expect(left).not.toHaveBeenCalled()
  await user.click(sheet.getByRole('button', { name: /Germany/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(field.textContent).toBe('Germany')
  expect(left).toHaveBeenCalledOnce()
})

test('Enter takes the first country that is found, but nothing before a search', async () => {
  const { user, field } = renderField()
  await user.click(field)
  await findSheet()
  await user.keyboard('{Enter}')
  expect(field.textContent).toBe('Niger')
  await user.keyboard('+49{Enter}')
  expect(field.textContent).toBe('Germany')
  await user.click(field)
  await findSheet()
  await user.keyboard('xyz')
  screen.getByText('None')
})
