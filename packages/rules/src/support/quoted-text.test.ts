import { expect, test } from 'vitest'

import { markQuotedText, stripQuotedText } from './quoted-text.ts'

const marker = markQuotedText('Write your reply above this line')
const cases: Record<string, readonly [string, string]> = {
  'has no quote': ['It works now.\n\nThank you', 'It works now.\n\nThank you'],
  'quotes below': [
    `Yes, today.\r\n\r\nOn 22 Nov 2026, at 10:00, Support wrote:\r\n> ${marker}\r\n> Hello`,
    'Yes, today.',
  ],
  'quotes below, over two lines': [
    `Ja.\n\nAm 22.11.2026 um 10:00 schrieb Tradefront\n<reply@trade.example>:\n\n> ${marker}\n> Hallo`,
    'Ja.',
  ],
  'quotes in Russian': [`Да.\n\nвс, 22 нояб. 2026 г. в 10:00, Tradefront <r@t.example>:\n> ${marker}`, 'Да.'],
  'quotes without marks': [`Thanks\n\n-----Original Message-----\n${marker}\n\nHello`, 'Thanks'],
  'quotes without the marker': ['Thanks\n\nOn Sun, 22 Nov 2026 Support wrote:\n> Hello\n> there', 'Thanks'],
  'is only a quote': [`> ${marker}\n> Hello`, ''],
  'ends with a colon of its own': ['I paid at 10:00 with this card:', 'I paid at 10:00 with this card:'],
  'answers between the lines': ['> Which card?\nThe blue one', '> Which card?\nThe blue one'],
}

test.each(Object.entries(cases))('the new part of a mail that %s', (_, [text, expected]) => {
  expect(stripQuotedText(text)).toBe(expected)
})

test('a long hostile mail takes no time', () => {
  const started = Date.now()
  stripQuotedText(`${'> '.repeat(200_000)}\n${'- '.repeat(100_000)}\n${`${'1:11 '.repeat(20)}\n`.repeat(5000)}`)
  expect(Date.now() - started).toBeLessThan(1000)
})
