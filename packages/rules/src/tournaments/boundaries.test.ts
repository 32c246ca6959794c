import { expect, test } from 'vitest'

import { listBoundaries } from './boundaries.ts'

const list = (after: string, until: string) =>
  listBoundaries(Date.parse(after), Date.parse(until)).map((atMs) => new Date(atMs).toISOString())

test('tournaments begin and end on Monday 00:00, Friday 21:00 and Sunday 21:00', () => {
  expect(list('2026-11-16T10:00Z', '2026-11-24T10:00Z')).toEqual([
    '2026-11-20T21:00:00.000Z',
    '2026-11-22T21:00:00.000Z',
    '2026-11-23T00:00:00.000Z',
  ])
})

test('a boundary belongs to the time that ends with it', () => {
  expect(list('2026-11-20T20:59:59.999Z', '2026-11-20T21:00Z')).toEqual(['2026-11-20T21:00:00.000Z'])
  expect(list('2026-11-22T22:00Z', '2026-11-23T00:00Z')).toEqual(['2026-11-23T00:00:00.000Z'])
  expect(list('2026-11-20T21:00Z', '2026-11-20T21:00:01Z')).toEqual([])
  expect(list('2026-11-20T20:00Z', '2026-11-20T20:59:59.999Z')).toEqual([])
  expect(list('2026-11-22T20:59Z', '2026-11-23T20:58Z')).toEqual([
    '2026-11-22T21:00:00.000Z',
    '2026-11-23T00:00:00.000Z',
  ])
})
