import { locales } from '@tradefront/texts/locales'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import type { AppContext } from '../../../context.ts'
import { createManualClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { buildSuccess, createDepositsFixture } from '../../../../test/fixtures/deposits/deposits-fixture.ts'
import { listQueuedMails } from '../../../../test/fixtures/mail/queued-mails.ts'
import { createFixedSettings, createTestContext } from '../../../../test/fixtures/app/test-context.ts'
import { type EmailTemplate, renderEmail } from '../../mail/service.ts'
import type { AttemptResult } from '../attempt-result.ts'
import { mailNotices } from './mail-notices.ts'
import { buildNoticeEmail } from './notice-email.ts'
import { listDueNotices, lockNotice, type NoticeKind } from './notice-store.ts'
import { findDepositById } from '../deposit-lookup-store.ts'
import { closeDeposit } from '../deposit-writes.ts'
import { updateDeposit } from '../update-deposit.ts'

const fixture = await createDepositsFixture()
const {
  query,
  applyResult,
  readDeposit,
  creditSuspense,
  refundSuspense,
  refundLateSuccess,
  reverseCredit,
  sendRefundNow,
} = fixture
const { db } = fixture.database
const operator = { actor: 'Anna', osUser: 'tester', reason: 'as the bank said' }
const settings = { statementName: 'TRADEFRONT', refundDays: 10 }
const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const errors: unknown[] = []
/** Called when a mail is stored. */
let onMailStored = async (_transaction: Db): Promise<void> => undefined

const context = createTestContext({
  db,
  clock,
  config: { publicUrl: 'https://tradefront.example' } as AppContext['config'],
  settings: createFixedSettings({ statement_name: settings.statementName, refund_days: settings.refundDays }),
  jobs: {
    enqueueJob: async (_job, { transaction = db } = {}) => onMailStored(transaction),
  } as AppContext['jobs'],
  onError: (error) => errors.push(error),
})
const listSent = () => listQueuedMails(context)
let deposit: Awaited<ReturnType<typeof fixture.insertAttempt>>
const getCapture = async () => {
  const [capture] = (await readDeposit(deposit)).captures
  if (capture === undefined) throw new Error('no capture')
  return capture
}
const proveAddress = () => query('update users set email_proved_at = now() where id = $1', [deposit.userId])
const declined: AttemptResult = { source: 'webhook', state: 'declined_hard', reason: 'cards.declined' }
const otherAmount = buildSuccess({ money: { amount: 90_000, currency: 'USD' } })
let applied: AttemptResult[] = []
const apply = (result: AttemptResult) => {
  applied.push(result)
  return applyResult(deposit.reference, result)
}
const close = (reason: 'deposits.canceled' | 'deposits.not_continued') =>
  updateDeposit(fixture.context, { id: deposit.depositId }, (found) => closeDeposit(db, found, reason, new Date()))

beforeEach(async () => {
  await mailNotices(context)
  deposit = await fixture.insertAttempt()
  fixture.setRefundAnswer(async () => 'refunded')
  await query(`update deposits set instrument_kind = 'visa', instrument_hint = '4242' where id = $1`, [
    deposit.depositId,
  ])
  await proveAddress()
  await query('delete from mails')
  applied = []
  errors.length = 0
})

const ends: Record<string, { readonly happen: () => Promise<unknown>; readonly mails: readonly EmailTemplate[] }> = {
  'is credited': { happen: () => apply(buildSuccess()), mails: ['deposit_credited'] },
  'is declined': { happen: () => apply(declined), mails: ['deposit_failed'] },
  'is not continued': {
    happen: async () => {
      await apply({ source: 'webhook', state: 'declined_soft' })
      await close('deposits.not_continued')
    },
    mails: ['deposit_failed'],
  },
  'arrives late': {
    happen: async () => {
      await apply(declined)
      await apply(buildSuccess())
    },
    mails: ['deposit_failed', 'deposit_late'],
  },
  'waits for its result': {
    happen: async () => {
      await apply({ source: 'time', state: 'manual_review' })
      await apply(buildSuccess())
    },
    mails: ['deposit_review', 'deposit_credited'],
  },
  'arrives late and is sent back': {
    happen: async () => {
      await apply(declined)
      await apply(buildSuccess())
      await refundLateSuccess(await readDeposit(deposit))
      await sendRefundNow(await getCapture())
    },
    mails: ['deposit_failed', 'deposit_late', 'deposit_refunded'],
  },
  'has another amount, which an operator credits': {
    happen: async () => {
      await apply(otherAmount)
      await creditSuspense(await getCapture(), operator)
    },
    mails: ['deposit_review', 'deposit_late'],
  },
  'has another amount, which an operator sends back': {
    happen: async () => {
      await apply(otherAmount)
      await refundSuspense(await getCapture(), operator)
      await sendRefundNow(await getCapture())
    },
    mails: ['deposit_review', 'deposit_refunded'],
  },
  'is charged back': {
    happen: async () => {
      await apply(buildSuccess())
      await apply(buildSuccess({ takenBackAs: 'chargeback' }))
    },
    mails: ['deposit_credited', 'deposit_taken_back'],
  },
  'was booked by mistake': {
    happen: async () => {
      await apply(buildSuccess())
      await reverseCredit(await readDeposit(deposit), await getCapture(), operator)
    },
    mails: ['deposit_credited', 'deposit_taken_back'],
  },
}

describe.each(Object.entries(ends))('a payment that %s', (_name, { happen, mails }) => {
  test('is mailed once for each end, also if its results are repeated and three servers mail', async () => {
    await happen()
    await expectTexts()
    await Promise.all([1, 2, 3].map(() => mailNotices(context)))
    for (const result of applied) await applyResult(deposit.reference, result)
    await mailNotices(context)
    expect(errors).toEqual([])
    const sent = await listSent()
    expect(sent.map(({ template }) => template).toSorted()).toEqual(mails.toSorted())
    for (const { template, link } of sent) {
      const screen = ['deposit_failed', 'deposit_late'].includes(template) ? 'funding' : 'deposits'
      expect(link).toBe(`https://tradefront.example/en/trading#/show/${screen}`)
    }
  })
})

/** Expects that every mail that is due has all its texts and parameters. */
async function expectTexts(): Promise<void> {
  for (const key of await listDueNotices(db, clock.now(), 100)) {
    const notice = await lockNotice(db, key)
    if (notice === null) throw new Error('no notice')
    for (const locale of locales) {
      const { subject, text } = renderEmail({ ...buildNoticeEmail(notice, settings, locale), locale })
      expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined/)
    }
  }
}

test('the trader who cancels is told that nothing was charged', async () => {
  await apply({ source: 'webhook', state: 'declined_soft' })
  await close('deposits.canceled')
  await mailNotices(context)
  expect(await listSent()).toMatchObject([
    { subject: expect.stringContaining('Payment cancelled'), text: expect.stringContaining('Nothing was charged.') },
  ])
})

test('a failure that is mailed after the money has arrived does not say that nothing was charged', async () => {
  await apply(declined)
  await apply(buildSuccess())
  await mailNotices(context)
  const failed = (await listSent()).find(({ template }) => template === 'deposit_failed')
  expect(failed?.text).toMatch(/took money/)
  expect(failed?.text).not.toContain('Nothing was charged')
})

test('a change that is rolled back is not mailed', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await trx.updateTable('deposits').set({ state: 'review' }).where('id', '=', deposit.depositId).execute()
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await mailNotices(context)
  expect(await listSent()).toEqual([])
})

test('a mail that could not be stored is stored later, and does not hold up the others', async () => {
  await apply(declined)
  deposit = await fixture.insertAttempt()
  await proveAddress()
  await apply(declined)
  onMailStored = async (transaction) => {
    onMailStored = async () => undefined
    await sql`select 1 / 0`.execute(transaction)
  }
  await mailNotices(context)
  expect(await listSent()).toHaveLength(1)
  expect(errors).toMatchObject([{ message: 'division by zero' }])
  await mailNotices(context)
  expect(await listSent()).toHaveLength(1)
  clock.advance(10_000)
  await mailNotices(context)
  expect(new Set((await listSent()).map(({ to }) => to)).size).toBe(2)
})

test('a notice stays due if the proof of its address is withdrawn while others are mailed', async () => {
  await ends['arrives late']?.happen()
  onMailStored = async () => {
    onMailStored = async () => undefined
    await query('update users set email_proved_at = null where id = $1', [deposit.userId])
  }
  await mailNotices(context)
  expect(await listSent()).toHaveLength(1)
  await proveAddress()
  await mailNotices(context)
  expect((await listSent()).map(({ template }) => template).toSorted()).toEqual(['deposit_failed', 'deposit_late'])
})

describe('a notice for an address that is not proved', () => {
  beforeEach(async () => {
    await query('update users set email_proved_at = null where id = $1', [deposit.userId])
    await apply(buildSuccess())
    await mailNotices(context)
    expect(await listSent()).toEqual([])
  })

  test('is mailed once, after the proof', async () => {
    await proveAddress()
    await mailNotices(context)
    await mailNotices(context)
    expect(await listSent()).toMatchObject([{ template: 'deposit_credited' }])
  })

  test('is not mailed after seven days', async () => {
    await query(`update deposit_notices set created_at = $2::timestamptz - interval '7 days' where deposit_id = $1`, [
      deposit.depositId,
      clock.now(),
    ])
    await proveAddress()
    await mailNotices(context)
    expect(await listSent()).toEqual([])
  })
})

describe('the mail', () => {
  const render = async (kind: NoticeKind, locale: 'en' | 'ru', overrides: object = {}) => {
    const known = await findDepositById(fixture.database.db, deposit.userId, deposit.depositId)
    if (known === null) throw new Error('no deposit')
    const [capture] = known.captures
    const notice = {
      key: { depositId: deposit.depositId, kind, attemptId: capture?.attemptId ?? 0, number: capture?.number ?? 0 },
      at: new Date('2026-11-18T10:05:30Z'),
      deposit: { ...known, ...overrides },
      averageRate: null,
    }
    return renderEmail({ ...buildNoticeEmail(notice, settings, locale), locale })
  }
  const receiptNumber = () => deposit.depositId.slice(-12).toUpperCase()

  test('of a receipt has amount, bonus, turnover, card, date, reference and the name on the statement', async () => {
    const bonus = { bonus: 50_000, wageringRequired: 1_500_000, releaseMax: 50_000 }
    const { subject, text } = await render('credited', 'en', bonus)
    expect(subject).toBe('Receipt for your deposit of $1,000.00')
    expect(text).toContain(`Amount: $1,000.00
Bonus: $500.00
Turnover of your own money before the bonus is released: $15,000.00. Up to $500.00 becomes your cash then. Ties, void trades, opposite trades and stakes of bonus money do not count.
Paid with: Visa •••• 4242
Date: 2026-11-18 10:05 UTC
Reference: ${receiptNumber()}
Name on your card statement: TRADEFRONT`)
    const russian = await render('credited', 'ru', { ...bonus, currency: 'RUB' })
    expect(russian.text.replaceAll('\u00a0', ' ')).toContain(`Сумма: 1 000,00 ₽
Бонус: 500,00 ₽
Оборот собственными средствами, чтобы бонус стал вашими деньгами: 15 000,00 ₽. После него до 500,00 ₽ станут вашими деньгами. Ничьи, аннулированные и встречные сделки, а также ставки бонусом не засчитываются.
Способ оплаты: Visa •••• 4242
Дата: 2026-11-18 10:05 UTC
Номер: ${receiptNumber()}`)
    expect((await render('credited', 'en')).text).not.toMatch(/bonus/i)
  })

  test.each([
    [
      { reason: 'cascade_card.failed', reasonText: 'Not sufficient funds' },
      'Not enough money on this card',
      /smaller amount/,
    ],
    [{ reason: 'cards.day_limit' }, 'No card payment left today', /again from 00:00 UTC/],
    [{ reason: 'deposits.not_continued' }, 'Payment not continued', /waited too long.*Nothing was charged/],
  ])('of a failure %o says what happened and what to do', async (overrides, what, next) => {
    const { subject, text } = await render('failed', 'en', overrides)
    expect(subject).toBe(`${what}: $1,000.00`)
    expect(text).toMatch(next)
    expect(text).toContain('Nothing was charged')
    expect((await render('failed', 'ru', overrides)).text).toMatch(/Ничего не списано/)
  })

  test('of a refund says where the money goes and when it arrives', async () => {
    await ends['arrives late and is sent back']?.happen()
    expect((await render('refunded', 'en')).text).toContain(
      'We sent $1,000.00 back to Visa •••• 4242. It usually arrives within 10 days',
    )
  })

  test('of a reported payment says that we look for it, not that a bank has to answer', async () => {
    const claim = { method: 'wallet', instrumentKind: 'bank', instrumentHint: 'RF18 5390', processorOrder: ['BANK'] }
    const { subject, text } = await render('review', 'en', claim)
    expect(subject).toBe('We’re looking for your payment of $1,000.00')
    expect(text).toContain('Paid with: Bank transfer\n')
    expect(text).not.toMatch(/told us|card/)
    expect((await render('review', 'ru', claim)).subject).toMatch(/^Ищем ваш платёж/)
  })

  test('of a payment by a wallet in review names the wallet, and no card', async () => {
    const wallet = { method: 'wallet', instrumentKind: 'skrill', instrumentHint: null, processorOrder: ['SKRILL'] }
    const { text } = await render('review', 'en', wallet)
    expect(text).toContain('Skrill has not told us the result yet.')
    expect(text).not.toMatch(/bank|card/)
    expect((await render('review', 'ru', wallet)).text).toContain('Ответа от Skrill ещё нет.')
  })

  test('of a reported payment of which less has arrived offers no refund to a card', async () => {
    await apply({ source: 'webhook', state: 'declined_hard' })
    await apply(buildSuccess({ money: { amount: 40_000, currency: 'USD' } }))
    await creditSuspense(await getCapture(), operator)
    const claim = { method: 'wallet', instrumentKind: 'bank', instrumentHint: null, processorOrder: ['BANK'] }
    const { subject, text } = await render('late', 'en', claim)
    expect(subject).toBe('$400.00 of your payment arrived')
    expect(text).toContain('You reported $1,000.00')
    expect(text).not.toMatch(/Keep it|card/)
  })

  test('of late money from a wallet names the wallet, and no card', async () => {
    await ends['arrives late']?.happen()
    const wallet = { method: 'wallet', instrumentKind: 'skrill', instrumentHint: null, processorOrder: ['SKRILL'] }
    const { text } = await render('late', 'en', wallet)
    expect(text).toContain('Skrill approved this payment late')
    expect(text).toContain('press “Keep it” or “Send it back”')
    expect(text).not.toMatch(/bank|card/)
  })

  const bank = { method: 'wallet', instrumentKind: 'bank', instrumentHint: null, processorOrder: ['BANK'] }
  const skrill = { method: 'wallet', instrumentKind: 'skrill', instrumentHint: null, processorOrder: ['SKRILL'] }

  test('of a receipt has what was credited, not what was reported', async () => {
    await apply(buildSuccess())
    const { subject, text } = await render('credited', 'en', { ...bank, amount: 80_000 })
    expect(subject).toBe('Receipt for your deposit of $1,000.00')
    expect(text).toContain('Amount: $1,000.00 instead of $800.00\n')
    expect(text).not.toMatch(/statement|card/)
    const russian = await render('credited', 'ru', { ...bank, amount: 80_000 })
    expect(russian.text.replaceAll('\u00a0', ' ')).toContain('Сумма: $1 000,00 вместо $800,00')
  })

  test('of a receipt of a wallet says that the statement names the wallet', async () => {
    const { text } = await render('credited', 'en', skrill)
    expect(text).toContain('\nYour statement names: Skrill')
    expect(text).not.toContain('TRADEFRONT')
    expect((await render('credited', 'ru', skrill)).text).toContain('В выписке указано: Skrill')
  })

  test.each(['en', 'ru'] as const)(
    'of a wallet blames no bank: failed, refunded or taken back (%s)',
    async (locale) => {
      await ends['is charged back']?.happen()
      const failed = await render('failed', locale, { ...skrill, state: 'failed' })
      const refunded = await render('refunded', locale, skrill)
      const takenBack = await render('taken_back', locale, skrill)
      for (const { text } of [failed, refunded, takenBack]) {
        expect(text).toContain('Skrill')
        expect(text).not.toMatch(/bank|card|банк|карт/i)
      }
    },
  )

  test.each([
    [skrill, 'Skrill did not pay this money'],
    [bank, 'credited by mistake, or sent back to you'],
    [{}, 'The bank did not pay this money'],
  ])('of a reversal of %j says why', async (changes, why) => {
    await ends['was booked by mistake']?.happen()
    expect((await render('taken_back', 'en', changes)).text).toContain(why)
  })

  test('of a rejected report has the operator’s reason as a sentence', async () => {
    const rejected = { ...bank, reason: 'wallets.claim_rejected', reasonText: 'The transfer went elsewhere.' }
    const { subject, text } = await render('failed', 'en', rejected)
    expect(subject).toBe('The transfer went elsewhere: $1,000.00')
    expect(text).toMatch(
      /^.*The transfer went elsewhere\. Nothing was added to your account\. If you have sent the money, contact support/s,
    )
  })

  test('of late money says how to keep it or send it back', async () => {
    await ends['arrives late']?.happen()
    expect((await render('late', 'en')).text).toMatch(
      /Your bank approved this payment late.*“Keep it” or “Send it back/s,
    )
  })
})
