import { type CodeMutant, mutant, replace, telling } from './code-mutant.ts'

const applyResult = 'deposits/apply-result.ts'
const resultWrite = 'deposits/build-result-write.ts'
const writer = 'deposits/result-writer.ts'
const refundStore = 'refunds/refund-store.ts'
const refundService = 'refunds/refund-service.ts'
const suspense = 'refunds/suspense-service.ts'
const capturesTest = 'apps/server/src/modules/deposits/captures.test.ts'
const writerTest = 'apps/server/src/modules/deposits/result-writer.test.ts'

/** Faults in the writing of results, and in refunds and suspense. */
export const resultMutants: readonly CodeMutant[] = [
  telling(
    6,
    'a refund debits for each click: first checked, then written',
    replace(refundStore, ' and movement = ${movement}', ''),
    replace(
      'deposits/capture-entry.ts',
      '`attempt:${attemptId}/${movement}`',
      '`attempt:${attemptId}/${movement}${Math.floor(Math.random() * 1e9)}`',
    ),
  ),
  telling(
    8,
    'any amount is accepted',
    replace(applyResult, 'money?.amount === deposit.amount &&', 'money !== undefined &&'),
  ),
  {
    name: 'an amount that is off by up to 0.99 is accepted',
    test: writerTest,
    edits: [
      replace(
        applyResult,
        'money?.amount === deposit.amount &&',
        'money !== undefined && Math.abs(money.amount - deposit.amount) < 100 &&',
      ),
    ],
  },
  {
    name: 'the results of a batch are crossed between traders',
    test: writerTest,
    edits: [
      replace(
        writer,
        '    ...write,\n',
        '    ...write,\n    entry: write.entry && { ...write.entry, lines: (pending.at(-1 - index)?.write.entry ?? write.entry).lines },\n',
      ),
    ],
  },
  telling(
    9,
    'a refund is asked for with another reference each time',
    replace(
      'cards/processor-provider.ts',
      'buildRefundRequest(reference, refundReference,',
      'buildRefundRequest(reference, crypto.randomUUID(),',
    ),
  ),
  telling(
    1,
    'a result is written over a newer version',
    replace(writer, ' and d.version = c.version', ''),
    replace(writer, ` and a.state = c.event->>'stateBefore'`, ''),
  ),
  mutant(
    'another currency is accepted',
    applyResult,
    '        money.currency === deposit.currency &&\n',
    '',
    writerTest,
  ),
  mutant(
    'the reported amount is credited instead of captured',
    resultWrite,
    '            ...money,\n',
    '            amount: deposit.amount,\n            currency: deposit.currency,\n',
  ),
  mutant(
    'the bonus is not credited',
    resultWrite,
    `if (captureStatus === 'credited' && deposit.bonus > 0) {`,
    'if (deposit.bonus < 0) {',
  ),
  mutant(
    'a late success gets the bonus',
    resultWrite,
    `if (captureStatus === 'credited' && deposit.bonus > 0) {`,
    'if (isCredited && deposit.bonus > 0) {',
  ),
  mutant(
    'the bonus requires no turnover',
    resultWrite,
    'wagering: hasBonus\n',
    'wagering: hasBonus && deposit.amount < 0\n',
  ),
  mutant(
    'a refund that is due has no reference',
    resultWrite,
    'refundReference: isRefundDue ? deriveRefundReference(attempt.reference, movement) : null',
    'refundReference: null',
  ),
  mutant(
    'a refund that is due is never sent',
    resultWrite,
    'nextCheckAt: isRefundDue ? now : null',
    'nextCheckAt: null',
  ),
  mutant(
    'suspense has no reason',
    resultWrite,
    `reason: next.captureStatus !== 'suspense' ? null :`,
    `reason: next.captureStatus !== 'credited_late' ? null :`,
  ),
  mutant(
    'an undecided attempt is not asked about',
    resultWrite,
    'nextCheckAt: nextCheckMs === null ? null : new Date(nextCheckMs)',
    'nextCheckAt: null',
  ),
  mutant(
    'a repeated call gets another answer',
    resultWrite,
    'replayedReplies: result.nativeReply === undefined ? {} : {',
    'replayedReplies: result.nativeReply !== undefined ? {} : {',
  ),
  mutant('captures are not written', writer, 'where w.capture is not null', 'where false'),
  mutant(
    'ledger entries are not written',
    writer,
    'select entry from written where entry is not null',
    'select entry from written where false',
  ),
  mutant(
    'wagering is not written',
    writer,
    'select wagering from written where wagering is not null',
    'select wagering from written where false',
  ),
  mutant(
    'a result is written although the deposit has changed',
    writer,
    'where d.id = any(array(select id from locked)) and d.id = c.deposit_id and d.version = c.version',
    'where d.id = c.deposit_id',
    writerTest,
  ),
  mutant(
    'suspense is resolved although it has moved',
    suspense,
    `capture?.status !== 'suspense'`,
    `capture === undefined`,
  ),
  mutant(
    'credited suspense is not posted',
    suspense,
    'entry: buildMovementEntry({ ...capture, userId: deposit.userId }, target, nextMovement, now),',
    'entry: null,',
  ),
  mutant(
    'suspense is credited next to a credit',
    suspense,
    `if (findCreditedCapture(deposit) !== null) return refuse('deposits.suspense_credited')`,
    '',
    capturesTest,
  ),
  mutant(
    'suspense of another currency is credited',
    suspense,
    `if (capture.currency !== deposit.currency) return refuse('deposits.suspense_other_currency')`,
    '',
    capturesTest,
  ),
  mutant('a refused refund is booked as refunded', refundService, `answer === 'refused'`, `answer === null`),
  mutant(
    'an undecided refund is booked as refunded',
    refundService,
    'if (answer === null) return scheduleRetry(refund, deps, false)',
    '',
    capturesTest,
  ),
  mutant(
    'a refund takes nothing from the trader',
    refundService,
    `entry: buildMovementEntry({ ...capture, userId: deposit.userId }, 'refund_due', nextMovement, now)`,
    `entry: null`,
  ),
  mutant('an answer about an earlier refund counts', refundStore, ' and movement = ${movement}', ''),
]
