import { expect, test } from 'vitest'

import { cropToFrame } from './crop-to-frame.ts'

test('the picture is what the frame shows, with a margin of 6 % of its sides', () => {
  const shown = { left: 0, top: 100, width: 400, height: 300 }
  const frame = { left: 100, top: 200, width: 200, height: 100 }
  expect(cropToFrame({ width: 800, height: 600 }, shown, frame)).toEqual({
    left: 176,
    top: 188,
    width: 448,
    height: 224,
  })
})

test('parts of the video that the screen is too narrow or too low to show are left out', () => {
  const shown = { left: 0, top: 0, width: 400, height: 400 }
  const frame = { left: 100, top: 100, width: 200, height: 200 }
  expect(cropToFrame({ width: 1600, height: 800 }, shown, frame)).toEqual({
    left: 576,
    top: 176,
    width: 448,
    height: 448,
  })
  expect(cropToFrame({ width: 800, height: 1600 }, shown, frame)).toEqual({
    left: 176,
    top: 576,
    width: 448,
    height: 448,
  })
})

test('the margin ends at the edges of the video', () => {
  const shown = { left: 10, top: 20, width: 400, height: 300 }
  expect(cropToFrame({ width: 400, height: 300 }, shown, shown)).toEqual({ left: 0, top: 0, width: 400, height: 300 })
})
