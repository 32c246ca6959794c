import { expect, test } from 'vitest'

import { findPictureFault, type GreyPicture } from './picture-quality.ts'

type Draw = (x: number, y: number) => number

/**
 * Creates a picture.
 * @param draw brightness at a place of a page of 1 by 0.7
 */
function createPicture(width: number, draw: Draw): GreyPicture {
  const height = Math.round(width * 0.7)
  const pixels = new Uint8ClampedArray(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = draw(x / width, y / width)
  return { width, height, pixels }
}

/** Lines of print in the lower half of a page, in strokes of a 320th of its width. */
const print: Draw = (x, y) => {
  const isLine = y > 0.35 && y < 0.65 && Math.floor(y * 40) % 2 === 0
  return isLine && Math.floor(x * 320) % 3 === 0 ? 50 : 190
}

/**
 * Blurs a picture. Averages over 2 * radius + 1 pixels, twice along the rows and twice along the columns, are nearly what a lens out of
 * focus does.
 */
function blur(picture: GreyPicture, radius: number): GreyPicture {
  const { width } = picture
  return [1, 1, width, width].reduce((blurred, step) => average(blurred, radius, step), picture)
}

function average({ width, height, pixels }: GreyPicture, radius: number, step: number): GreyPicture {
  const averaged = pixels.map((_level, at) => {
    let sum = 0
    for (let offset = -radius; offset <= radius; offset += 1) sum += pixels[at + offset * step] ?? 150
    return sum / (2 * radius + 1)
  })
  return { width, height, pixels: averaged }
}

/** Returns numbers between -spread and spread, the same in each run. */
function createNoise(spread: number): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return ((state / 2_147_483_647) * 2 - 1) * spread
  }
}

const add = (draw: Draw, lamp: (x: number, y: number) => boolean): Draw => {
  return (x, y) => (lamp(x, y) ? 255 : draw(x, y))
}

test.each([320, 960])('a picture of %i pixels across: what is wrong with it', (width) => {
  const page = createPicture(width, print)
  const noise = createNoise(2)
  const isLamp = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.3) < 0.12
  expect({
    sharp: findPictureFault(page),
    shaken: findPictureFault(blur(page, width / 160)),
    'nothing but noise': findPictureFault(createPicture(width, () => 150 + noise())),
    dim: findPictureFault(createPicture(width, (x, y) => print(x, y) / 2)),
    'too dark': findPictureFault(createPicture(width, (x, y) => print(x, y) / 4)),
    'a lamp on it': findPictureFault(createPicture(width, add(print, isLamp))),
    'bright spots': findPictureFault(
      createPicture(
        width,
        add(print, (x, y) => Math.hypot(x - 0.5, y - 0.3) < 0.03),
      ),
    ),
    'a lamp beside it': findPictureFault(
      createPicture(
        width,
        add(print, (x) => x < 0.12),
      ),
    ),
    'on white paper': findPictureFault(createPicture(width, (x, y) => (print(x, y) > 100 ? 255 : 50))),
  }).toEqual({
    sharp: null,
    shaken: 'blurred',
    'nothing but noise': 'blurred',
    dim: null,
    'too dark': 'dark',
    'a lamp on it': 'glare',
    'bright spots': null,
    'a lamp beside it': null,
    'on white paper': null,
  })
})

test('a picture of one pixel is blurred, not a fault of the program', () => {
  expect(findPictureFault({ width: 1, height: 1, pixels: new Uint8ClampedArray([150]) })).toBe('blurred')
})
