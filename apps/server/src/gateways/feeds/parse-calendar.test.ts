import { expect, test } from 'vitest'

import { parseCalendar } from './parse-calendar.ts'

const event = { id: 'cpi', at: '2026-11-22T13:30:00Z', title: 'Prices', currency: 'USD', importance: 'high' }
const parse = (...events: unknown[]) => parseCalendar(JSON.stringify({ events }))

test('an event has a time, titles by language and figures', () => {
  const given = {
    ...event,
    at: '2026-11-22T16:30:00+03:00',
    title: { en: 'Prices', ru: 'Цены' },
    previous: '2.9%',
    actual: null,
    other: 1,
  }
  expect(parse(given)).toEqual([
    {
      id: 'cpi',
      at: new Date('2026-11-22T13:30:00Z'),
      titles: { en: 'Prices', ru: 'Цены' },
      currency: 'USD',
      importance: 'high',
      previous: '2.9%',
      forecast: null,
      actual: null,
    },
  ])
  expect(parse(event)).toMatchObject([{ titles: { en: 'Prices' } }])
})

test('the last of two events with the same id counts', () => {
  expect(parse({ ...event, actual: '1%' }, { ...event, actual: '2%' })).toMatchObject([{ actual: '2%' }])
})

test.each([
  { at: 'tomorrow' },
  { at: 1_795_000_000_000 },
  { currency: 'usd' },
  { importance: 'huge' },
  { title: {} },
  { title: '' },
  { title: 'a\u0000b' },
  { actual: 3 },
  { id: 'x'.repeat(101) },
])('an event with %j is left out', (wrong) => {
  expect(parse({ ...event, ...wrong }, { ...event, id: 'other' })).toMatchObject([{ id: 'other' }])
})

test.each(['', '[]', '{"events":{}}', '<html>'])('%j is not a calendar', (text) => {
  expect(() => parseCalendar(text)).toThrow('The document is not a calendar')
})
