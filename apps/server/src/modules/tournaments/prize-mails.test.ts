import { expect, test } from 'vitest'

import { renderEmail } from '../mail/service.ts'
import { buildWinnerMail } from './prize-mails.ts'
import type { PrizeRow } from './prize-store.ts'

const at = new Date('2026-11-20T21:02:00Z')
const tournament = {
  id: 1,
  type: 'weekly',
  startsAt: at,
  endsAt: at,
  finishedAt: at,
  fund: null,
  prizes: null,
  cancelWords: null,
} as const
const prize: PrizeRow = {
  id: 'p',
  tournamentId: 1,
  rank: 14,
  userId: 7,
  score: 100,
  item: null,
  currency: 'USD',
  rate: 1,
  createdAt: at,
  kind: 'bonus',
  amount: 30_000,
  paid: 30_000,
  required: 900_000,
  releaseMax: 30_000,
  verifyUntil: new Date('2026-12-04T21:02:00Z'),
  needsApproval: false,
}

test.each([
  ['en', 'bonus', 'You won a bonus of $300: send your documents by December 4, 2026'],
  ['ru', 'bonus', 'Ваш приз — бонус $300: отправьте документы до 4 декабря 2026 г.'],
  ['en', 'cash', 'You won $300: send your documents by December 4, 2026'],
] as const)('a winner who is not verified is told what the prize is (%s, %s)', async (language, kind, subject) => {
  const mail = buildWinnerMail(
    'prize_unverified',
    tournament,
    { ...prize, kind },
    { email: 'a@example.com', language },
    '',
  )
  expect(renderEmail(mail).subject.replaceAll('\u00a0', ' ')).toBe(subject)
})

test.each([
  ['en', 'weekly', 'cash', 'You won $300: place 14 in the weekly tournament'],
  ['en', 'weekend', 'cash', 'You won $300: place 14 in the weekend tournament'],
  ['ru', 'weekly', 'bonus', 'Ваш приз — бонус $300: 14-е место по итогам недельного турнира'],
  ['ru', 'weekend', 'bonus', 'Ваш приз — бонус $300: 14-е место по итогам турнира выходных'],
] as const)('a mail about a paid prize names place and tournament (%s, %s)', (language, type, kind, subject) => {
  const user = { email: 'a@example.com', language }
  const mail = renderEmail(buildWinnerMail(`prize_${kind}`, { ...tournament, type }, { ...prize, kind }, user, ''))
  expect(mail.subject.replaceAll('\u00a0', ' ')).toBe(subject)
})

test('a mail about a bonus names its turnover, what it releases, and when the tournament ended', () => {
  const mail = buildWinnerMail(
    'prize_bonus',
    tournament,
    { ...prize, releaseMax: 15_000 },
    { email: 'a@example.com', language: 'en' },
    'https://tradefront.example',
  )
  const { text } = renderEmail(mail)
  expect(text).toContain('the weekly tournament that ended on November 20, 2026. Your prize is a bonus of $300')
  expect(text).toContain(
    'Stake $9,000 of your own money in total, and up to $150 of the bonus money becomes your cash.',
  )
  expect(text).toContain('https://tradefront.example/en/trading#/show/contest')
})

test('a mail about an item names it, and its amount nowhere', () => {
  const user = { email: 'a@example.com', language: 'en' }
  const item = { ...prize, kind: 'item', item: 'iPad', currency: null, paid: null, required: null } as const
  expect(renderEmail(buildWinnerMail('prize_item', tournament, item, user, '')).subject).toBe(
    'You won an iPad: place 14 in the weekly tournament',
  )
})
