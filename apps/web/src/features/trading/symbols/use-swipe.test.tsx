// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useSwipe } from './use-swipe.ts'

afterEach(cleanup)

function Box({ onSwipe, dir }: { readonly onSwipe: (step: 1 | -1) => void; readonly dir: 'ltr' | 'rtl' }) {
  return (
    <div {...useSwipe(onSwipe)} style={{ direction: dir }}>
      <button type="button" onPointerDown={(event) => event.stopPropagation()}>
        EUR/USD
      </button>
    </div>
  )
}

/** Moves a pointer from the button of the box. Returns the steps. */
function move(path: readonly (readonly [number, number])[], pointerType = 'touch', dir: 'ltr' | 'rtl' = 'ltr') {
  const onSwipe = vi.fn<(step: 1 | -1) => void>()
  const capture = vi.fn<(pointerId: number) => void>()
  Element.prototype.setPointerCapture = capture
  const { getByRole } = render(<Box onSwipe={onSwipe} dir={dir} />)
  const button = getByRole('button')
  const at = ([x, y]: readonly [number, number]) => ({
    clientX: 200 + x,
    clientY: 20 + y,
    pointerType,
    isPrimary: true,
  })
  fireEvent.pointerDown(button, at([0, 0]))
  for (const spot of path) fireEvent.pointerMove(button, at(spot))
  fireEvent.pointerUp(button, at(path.at(-1) ?? [0, 0]))
  fireEvent.pointerMove(button, at([300, 0]))
  expect(capture).toHaveBeenCalledTimes(onSwipe.mock.calls.length)
  return onSwipe.mock.calls.map(([step]) => step)
}

test.each([
  [
    'to the left is the next',
    [
      [-30, 0],
      [-60, 5],
      [-120, 5],
    ],
    'ltr',
    [1],
  ],
  ['to the right is the previous', [[60, 5]], 'ltr', [-1]],
  ['to the left is the previous in Arabic', [[-60, 5]], 'rtl', [-1]],
  ['to the right is the next in Arabic', [[60, 5]], 'rtl', [1]],
  ['that is short is a press', [[-40, 0]], 'ltr', []],
  ['that is rather vertical scrolls', [[-60, 40]], 'ltr', []],
] as const)('a swipe %s', (_name, path, dir, steps) => {
  expect(move(path, 'touch', dir)).toEqual(steps)
})

test('a mouse that is dragged does not swipe', () => {
  expect(move([[-60, 0]], 'mouse')).toEqual([])
})
