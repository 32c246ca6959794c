// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { useKeptFocus } from './use-kept-focus.ts'

afterEach(cleanup)

function Page() {
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  const [isOpen, setOpen] = useState(true)
  const [isRemoved, setRemoved] = useState(false)
  const [count, setCount] = useState(0)
  return (
    <main ref={page}>
      <h1 tabIndex={-1}>Add funds</h1>
      {isOpen && (
        <button type="button" onClick={() => setOpen(false)}>
          Keep it
        </button>
      )}
      <button type="button" onClick={() => setCount(count + 1)}>
        Count
      </button>
      {count > 0 && <p>{count}</p>}
      <section aria-labelledby="files">
        <h2 id="files" tabIndex={-1}>
          Files
        </h2>
        {!isRemoved && (
          <button type="button" onClick={() => setRemoved(true)}>
            Remove
          </button>
        )}
      </section>
    </main>
  )
}

const waitFrames = () => new Promise((resolve) => setTimeout(resolve, 100))

test('the title gets the focus of a removed button', async () => {
  const { getByRole } = render(<Page />)
  const button = getByRole('button', { name: 'Keep it' })
  button.focus()
  button.click()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add funds'))
})

test('the title of its section gets it, if that can have the focus', async () => {
  const { getByRole } = render(<Page />)
  const button = getByRole('button', { name: 'Remove' })
  button.focus()
  button.click()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Files'))
})

test('the focus is left alone after other changes', async () => {
  const { getByRole } = render(<Page />)
  const [keep, count] = [getByRole('button', { name: 'Keep it' }), getByRole('button', { name: 'Count' })]
  count.focus()
  keep.click()
  await waitFrames()
  expect(document.activeElement).toBe(count)
  // This blurs like a click beside all controls.
  count.blur()
  count.click()
  await waitFrames()
  expect(document.activeElement).toBe(document.body)
})
