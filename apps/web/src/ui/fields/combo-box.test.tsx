// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { ComboBox } from './combo-box.tsx'

const options = [
  { id: 'DZ', label: 'Algérie' },
  { id: 'DE', label: 'Germany', keywords: ['Deutschland', '+49'] },
  { id: 'GS', label: 'Georgia' },
  { id: 'NE', label: 'Niger' },
] as const
type Id = (typeof options)[number]['id']

afterEach(cleanup)

function renderField() {
  function Form() {
    const [value, setValue] = useState<Id | null>(null)
    return (
      <ComboBox
        label="Country"
        toggleLabel="Countries"
        emptyText="None"
        options={options}
        value={value}
        onChange={setValue}
      />
    )
  }
  render(<Form />)
  return { user: userEvent.setup(), input: screen.getByRole<HTMLInputElement>('combobox') }
}
const listNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test.each([
  ['ger', ['Germany', 'Algérie', 'Niger']],
  ['GE', ['Germany', 'Georgia', 'Algérie', 'Niger']],
  ['deut', ['Germany']],
  ['utsch', ['None']],
  ['alge', ['Algérie']],
])('typing "%s" lists what begins with it before what contains it', async (typed, names) => {
  const { user, input } = renderField()
  await user.type(input, typed)
  expect(listNames()).toEqual(names)
})

test('with a chosen option, the list shows all again', async () => {
  const { user, input } = renderField()
  await user.type(input, 'ger')
  await user.click(screen.getByRole('option', { name: 'Germany' }))
  expect(input.value).toBe('Germany')
  await user.click(screen.getByRole('button', { name: /Countries/ }))
  expect(listNames()).toHaveLength(options.length)
})
