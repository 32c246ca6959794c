import { describe, expect, test } from 'vitest'

import type { AttemptSummary, LedgerMovement } from '../operator-store.ts'
import { type Difference, reconcileStatement, type StatementRow, type Total } from './reconcile-statement.ts'

const from = new Date('2026-11-20T00:00:00Z')
const to = new Date('2026-11-21T00:00:00Z')
const noon = new Date('2026-11-20T12:00:00Z')

const statementRow = (row: Partial<StatementRow> = {}): StatementRow => ({
  line: 2,
  kind: 'charge',
  processor: 'ORANGE',
  reference: 'a',
  refundReference: '',
  amount: 100_000,
  currency: 'USD',
  status: 'succeeded',
  createdAt: noon,
  ...row,
})
const ledgerRow = (row: Partial<LedgerMovement> = {}): LedgerMovement => ({
  kind: 'charge',
  entry: 'deposit.credited attempt:1',
  reference: 'a',
  depositId: 'd',
  processor: 'ORANGE',
  amount: 100_000,
  currency: 'USD',
  refundReference: null,
  status: 'credited',
  at: noon,
  ...row,
})
const attempt = (row: Partial<AttemptSummary> = {}): AttemptSummary => ({
  reference: 'a',
  depositId: 'd',
  processor: 'ORANGE',
  state: 'succeeded',
  status: 'credited',
  ...row,
})
const compare = (statement: StatementRow[], ledger: LedgerMovement[], knownAttempts: AttemptSummary[] = [attempt()]) =>
  reconcileStatement(statement, { booked: ledger, knownAttempts, from, to })

describe('reconcileStatement', () => {
  test.each<[string, StatementRow[], LedgerMovement[], AttemptSummary[], [string, string, number][]]>([
    ['nothing', [statementRow()], [ledgerRow()], [attempt()], []],
    [
      'taken, not booked',
      [statementRow()],
      [],
      [attempt({ state: 'declined_soft', status: null })],
      [['missing_here', 'USD', 100_000]],
    ],
    ['taken for an unknown attempt', [statementRow()], [], [], [['missing_here', 'USD', 100_000]]],
    [
      'two parts of a charge that withdrawals have sent back',
      [
        statementRow(),
        statementRow({ kind: 'refund', refundReference: 'p1', amount: 40_000, status: 'refunded' }),
        statementRow({ kind: 'refund', refundReference: 'p2', amount: 60_000, status: 'refunded' }),
      ],
      [
        ledgerRow(),
        ledgerRow({
          kind: 'refund',
          entry: 'payout.paid payout:1',
          refundReference: 'p1',
          amount: 40_000,
          status: null,
        }),
        ledgerRow({
          kind: 'refund',
          entry: 'payout.paid payout:2',
          refundReference: 'p2',
          amount: 60_000,
          status: null,
        }),
      ],
      [attempt()],
      [],
    ],
    [
      'a part that was sent back twice, and one that was not booked',
      [
        statementRow({ kind: 'refund', refundReference: 'p1', amount: 40_000, status: 'refunded' }),
        statementRow({ kind: 'refund', refundReference: 'p1', amount: 40_000, status: 'refunded' }),
        statementRow({ kind: 'refund', refundReference: 'p2', amount: 10_000, status: 'refunded' }),
      ],
      [
        ledgerRow({
          kind: 'refund',
          entry: 'payout.paid payout:1',
          refundReference: 'p1',
          amount: 40_000,
          status: null,
        }),
      ],
      [attempt()],
      [
        ['doubled', 'USD', -40_000],
        ['missing_here', 'USD', -10_000],
      ],
    ],
    ['booked, not taken', [], [ledgerRow()], [], [['missing_there', 'USD', -100_000]]],
    [
      'a difference of one cent',
      [statementRow({ amount: 100_001 })],
      [ledgerRow()],
      [attempt()],
      [['other_amount', 'USD', 1]],
    ],
    [
      'another currency',
      [statementRow({ currency: 'EUR' })],
      [ledgerRow()],
      [attempt()],
      [
        ['other_amount', 'EUR', 100_000],
        ['other_amount', 'USD', -100_000],
      ],
    ],
    [
      'booked, declined there',
      [statementRow({ status: 'declined_soft' })],
      [ledgerRow()],
      [attempt()],
      [['other_state', 'USD', -100_000]],
    ],
    [
      'pending there, declined here',
      [statementRow({ status: 'pending' })],
      [],
      [attempt({ state: 'declined_soft', status: null })],
      [['other_state', 'USD', 0]],
    ],
    [
      'declined there, in doubt here',
      [statementRow({ status: 'declined_hard' })],
      [],
      [attempt({ state: 'in_doubt', status: null })],
      [['other_state', 'USD', 0]],
    ],
    [
      'pending on both sides',
      [statementRow({ status: 'pending' })],
      [],
      [attempt({ state: 'pending', status: null })],
      [],
    ],
    [
      'declined on both sides',
      [statementRow({ status: 'cancelled' })],
      [],
      [attempt({ state: 'not_charged', status: null })],
      [],
    ],
    [
      'the same line twice',
      [statementRow(), statementRow({ line: 3 })],
      [ledgerRow()],
      [attempt()],
      [['doubled', 'USD', 100_000]],
    ],
    [
      'booked twice',
      [statementRow()],
      [ledgerRow(), ledgerRow({ entry: 'x' })],
      [attempt()],
      [['doubled', 'USD', -100_000]],
    ],
    [
      'two charges of one deposit',
      [statementRow(), statementRow({ reference: 'b', processor: 'ZOOM' })],
      [ledgerRow(), ledgerRow({ reference: 'b', processor: 'ZOOM', status: 'refund_due' })],
      [attempt(), attempt({ reference: 'b', processor: 'ZOOM', status: 'refund_due' })],
      [['doubled', 'USD', 0]],
    ],
    [
      'two charges, one of them refunded',
      [
        statementRow(),
        statementRow({ reference: 'b' }),
        statementRow({ reference: 'b', kind: 'refund', status: 'refunded' }),
      ],
      [ledgerRow(), ledgerRow({ reference: 'b' }), ledgerRow({ reference: 'b', kind: 'refund' })],
      [attempt(), attempt({ reference: 'b', status: 'refunded' })],
      [],
    ],
    [
      'two charges, one of them declined',
      [statementRow({ reference: 'b', status: 'declined_soft' }), statementRow()],
      [ledgerRow()],
      [attempt(), attempt({ reference: 'b', state: 'declined_soft', status: null })],
      [],
    ],
    [
      'two charges, one of them refunded according to the ledger only',
      [statementRow(), statementRow({ reference: 'b' })],
      [ledgerRow(), ledgerRow({ reference: 'b' })],
      [attempt(), attempt({ reference: 'b', status: 'refunded' })],
      [],
    ],
    [
      'two charges, one of which the processor refuses to refund',
      [
        statementRow(),
        statementRow({ reference: 'b' }),
        statementRow({ reference: 'b', kind: 'refund', status: 'refused' }),
      ],
      [ledgerRow(), ledgerRow({ reference: 'b' })],
      [attempt(), attempt({ reference: 'b', status: 'refund_due' })],
      [['doubled', 'USD', 0]],
    ],
    [
      'two charges, one of which a withdrawal has sent back in part',
      [
        statementRow(),
        statementRow({ reference: 'b' }),
        statementRow({ reference: 'b', kind: 'refund', refundReference: 'p1', amount: 40_000, status: 'refunded' }),
      ],
      [
        ledgerRow(),
        ledgerRow({ reference: 'b' }),
        ledgerRow({
          reference: 'b',
          kind: 'refund',
          entry: 'payout.paid payout:1',
          refundReference: 'p1',
          amount: 40_000,
          status: null,
        }),
      ],
      [attempt(), attempt({ reference: 'b' })],
      [['doubled', 'USD', 0]],
    ],
    [
      'charges of two deposits',
      [statementRow(), statementRow({ reference: 'b' })],
      [ledgerRow(), ledgerRow({ reference: 'b' })],
      [attempt(), attempt({ reference: 'b', depositId: 'other' })],
      [],
    ],
    [
      'refunded, not booked',
      [statementRow(), statementRow({ kind: 'refund', status: 'refunded' })],
      [ledgerRow()],
      [attempt({ status: 'refund_due' })],
      [['missing_here', 'USD', -100_000]],
    ],
    [
      'booked as refunded, refused there',
      [statementRow(), statementRow({ kind: 'refund', status: 'refused' })],
      [ledgerRow(), ledgerRow({ kind: 'refund' })],
      [attempt({ status: 'refunded' })],
      [['other_state', 'USD', 100_000]],
    ],
    [
      'taken by another processor',
      [statementRow({ processor: 'ZOOM' })],
      [ledgerRow()],
      [attempt()],
      [
        ['missing_here', 'USD', 100_000],
        ['missing_there', 'USD', -100_000],
      ],
    ],
  ])('finds the differences: %s', (_, statement, ledger, known, expected) => {
    const { differences, totals } = compare(statement, ledger, known)
    expect(differences.map(({ kind, currency, difference }) => [kind, currency, difference])).toEqual(expected)
    // The differences explain the difference of the totals to the cent.
    for (const currency of ['USD', 'EUR']) {
      const sum = totals
        .filter((total) => total.currency === currency)
        .reduce((all, { there, here }) => all + there - here, 0)
      const explained = differences
        .filter((each) => each.currency === currency)
        .reduce((all, each) => all + each.difference, 0)
      expect(sum).toBe(explained)
    }
  })

  test('searches ledger entries that the file lacks only within the period', () => {
    const early = ledgerRow({ reference: 'b', at: new Date('2026-11-19T23:59:59Z') })
    const late = ledgerRow({ reference: 'c', at: to })
    expect(compare([statementRow()], [ledgerRow(), early, late]).differences).toEqual([])
    expect(compare([statementRow({ reference: 'b' })], [early], [attempt({ reference: 'b' })]).differences).toEqual([])
  })

  const charge = { what: 'charge', processor: 'ORANGE', reference: 'a', depositId: 'd', currency: 'USD' } as const
  const refund = statementRow({ kind: 'refund', refundReference: 'p1', amount: 40_000, status: 'refunded' })

  test.each<[string, StatementRow[], LedgerMovement[], AttemptSummary[], Difference[]]>([
    [
      'taken, declined here',
      [statementRow()],
      [],
      [attempt({ state: 'declined_soft', status: null })],
      [{ ...charge, kind: 'missing_here', there: 'succeeded', here: 'declined_soft', difference: 100_000 }],
    ],
    [
      'taken, of an unknown attempt',
      [statementRow({ currency: 'EUR' })],
      [],
      [],
      [
        {
          ...charge,
          kind: 'missing_here',
          there: 'succeeded',
          here: 'unknown',
          difference: 100_000,
          depositId: null,
          currency: 'EUR',
        },
      ],
    ],
    [
      'refunded, not here',
      [statementRow(), refund],
      [ledgerRow()],
      [attempt()],
      [
        {
          ...charge,
          kind: 'missing_here',
          there: 'refunded',
          here: 'succeeded, credited',
          difference: -40_000,
          what: 'refund',
        },
      ],
    ],
    [
      'taken again',
      [statementRow(), statementRow({ line: 7 })],
      [],
      [attempt()],
      [
        {
          ...charge,
          kind: 'doubled',
          there: 'succeeded, again on line 7',
          here: 'succeeded, credited',
          difference: 100_000,
        },
        { ...charge, kind: 'missing_here', there: 'succeeded', here: 'succeeded, credited', difference: 100_000 },
      ],
    ],
    [
      'taken again, booked once',
      [statementRow(), statementRow({ line: 7 })],
      [ledgerRow()],
      [attempt()],
      [{ ...charge, kind: 'doubled', there: 'succeeded, again on line 7', here: 'once', difference: 100_000 }],
    ],
    [
      'booked again, not taken',
      [],
      [ledgerRow(), ledgerRow({ entry: 'x' })],
      [],
      [
        { ...charge, kind: 'doubled', there: 'nothing', here: 'booked again: x', difference: -100_000 },
        {
          ...charge,
          kind: 'missing_there',
          there: 'nothing',
          here: 'deposit.credited attempt:1',
          difference: -100_000,
        },
      ],
    ],
    [
      'booked again, taken once',
      [statementRow()],
      [ledgerRow(), ledgerRow({ entry: 'x' })],
      [attempt()],
      [{ ...charge, kind: 'doubled', there: 'once', here: 'booked again: x', difference: -100_000 }],
    ],
    [
      'declined there',
      [statementRow({ status: 'pending' }), statementRow({ status: 'declined_soft' })],
      [ledgerRow()],
      [],
      [
        {
          ...charge,
          kind: 'other_state',
          there: 'declined_soft',
          here: 'deposit.credited attempt:1',
          difference: -100_000,
        },
      ],
    ],
    [
      'of another amount',
      [statementRow({ amount: 70_000 })],
      [ledgerRow()],
      [attempt()],
      [{ ...charge, kind: 'other_amount', there: '70000', here: '100000', difference: -30_000 }],
    ],
    [
      'in another currency',
      [statementRow({ currency: 'EUR' })],
      [ledgerRow()],
      [attempt()],
      [
        {
          ...charge,
          kind: 'other_amount',
          there: 'succeeded in EUR',
          difference: 100_000,
          currency: 'EUR',
          here: 'deposit.credited attempt:1 in USD',
        },
        {
          ...charge,
          kind: 'other_amount',
          there: 'succeeded in EUR',
          difference: -100_000,
          here: 'deposit.credited attempt:1 in USD',
        },
      ],
    ],
    [
      'open there',
      [statementRow({ status: 'requires_action' })],
      [],
      [attempt({ state: 'not_charged', status: null })],
      [{ ...charge, kind: 'other_state', there: 'requires_action', here: 'not_charged', difference: 0 }],
    ],
    [
      'open there, unknown here',
      [statementRow({ status: 'pending' })],
      [],
      [],
      [{ ...charge, kind: 'other_state', there: 'pending', here: 'unknown', difference: 0, depositId: null }],
    ],
    ['declined there, unknown here', [statementRow({ status: 'cancelled' })], [], [], []],
    ['asked for as a refund there', [statementRow({ kind: 'refund', status: 'pending' })], [], [attempt()], []],
    [
      'the second charge of its deposit',
      [statementRow(), statementRow({ reference: 'b' })],
      [ledgerRow(), ledgerRow({ reference: 'b' })],
      [attempt(), attempt({ reference: 'b', status: null })],
      [
        {
          ...charge,
          kind: 'doubled',
          reference: 'b',
          here: 'succeeded',
          difference: 0,
          there: 'one of 2 charges of its deposit',
        },
      ],
    ],
  ])('says what is different about a payment that is %s', (_name, statement, ledger, known, expected) => {
    expect(compare(statement, ledger, known).differences).toEqual(expected)
  })

  test('keeps movements without a reference, and a charge under the reference of a part, apart', () => {
    const lost = [ledgerRow({ reference: null, entry: 'x' }), ledgerRow({ reference: null, entry: 'y' })]
    expect(compare([], lost, []).differences.map(({ kind }) => kind)).toEqual(['missing_there', 'missing_there'])
    const part = ledgerRow({ kind: 'refund', entry: 'payout.paid payout:1', refundReference: 'p1', amount: 40_000 })
    expect(compare([statementRow({ refundReference: 'p1' }), refund], [ledgerRow(), part]).differences).toEqual([])
  })

  test('sums charges minus refunds by processor and currency, and counts the payments that agree', () => {
    const totals: Total[] = [
      { processor: 'ORANGE', currency: 'EUR', there: 70, here: 0, agreed: 0, agreedCount: 0 },
      { processor: 'ORANGE', currency: 'USD', there: 60_001, here: 100_001, agreed: 100_001, agreedCount: 2 },
      { processor: 'ZOOM', currency: 'USD', there: 0, here: 30, agreed: 0, agreedCount: 0 },
    ]
    const statement = [
      statementRow(),
      statementRow({ reference: 'b', currency: 'EUR', amount: 70 }),
      statementRow({ reference: 'c', status: 'pending' }),
      statementRow({ reference: 'e', status: 'cancelled' }),
      statementRow({ reference: 'f', amount: 1 }),
    ]
    const ledger = [
      ledgerRow({ processor: 'ZOOM', reference: 'z', amount: 30 }),
      ledgerRow(),
      ledgerRow({ reference: 'f', amount: 1 }),
    ]
    expect(compare([...statement, refund], ledger)).toMatchObject({ totals, agreed: 2 })
  })

  test('compares a listed payment at any date, and others from the beginning of the period to its end', () => {
    const count = (at: Date, statement: StatementRow[] = []) =>
      compare(statement, [ledgerRow({ at })], []).differences.length
    expect([from, new Date(to.getTime() - 1)].map((at) => count(at))).toEqual([1, 1])
    expect([new Date(from.getTime() - 1), to].map((at) => count(at))).toEqual([0, 0])
    expect([new Date(from.getTime() - 1), to].map((at) => count(at, [statementRow({ status: 'pending' })]))).toEqual([
      1, 1,
    ])
  })

  test('of a day, counts only what belongs to it by the statement, or else by the ledger', () => {
    const early = new Date(from.getTime() - 1)
    const statement = [
      statementRow(),
      statementRow({ reference: 'b', createdAt: early }),
      statementRow({ reference: 'c', createdAt: to }),
      statementRow({ reference: 'd', createdAt: to }),
    ]
    const ledger = [ledgerRow({ at: early }), ledgerRow({ reference: 'd', at: new Date(to.getTime() - 1) })]
    const known = ['a', 'b', 'c', 'd'].map((reference) => attempt({ reference, depositId: reference }))
    const snapshot = { booked: ledger, knownAttempts: known, from, to }
    expect(reconcileStatement(statement, { ...snapshot, isPeriodOnly: true })).toMatchObject({
      differences: [],
      totals: [{ there: 100_000, here: 100_000, agreed: 100_000, agreedCount: 1 }],
      agreed: 1,
    })
    expect(reconcileStatement(statement, snapshot)).toMatchObject({ differences: [{}, {}], agreed: 2 })
  })
})
