import { expect, test } from 'vitest'

import { renderEmail } from '../mail/service.ts'
import { buildWinnerMail } from './prize-mails.ts'
import type { PrizeRow } from './prize-store.ts'

const at = new Date('2026-11-20T21:02:00Z')
const tournament = { id: 1, type: 'weekly', startsAt: at, endsAt: at, finishedAt: at, fund: null } as const
const prize: PrizeRow = {
  ...{ id: 'p', tournamentId: 1, rank: 14, userId: 7, score: 100, item: null, currency: 'USD', rate: 1, createdAt: at },
  ...{ kind: 'bonus', amount: 30_000, paid: 30_000, required: 900_000, releaseMax: 30_000 },
  ...{ verifyUntil: new Date('2026-12-04T21:02:00Z'), needsApproval: false },
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
