/** `find` is replaced everywhere in the file whose path ends with `file`. */
export type CodeEdit = { readonly file: string; readonly find: string; readonly replace: string }

export type CodeMutant = {
  readonly name: string
  readonly edits: readonly CodeEdit[]
  /** Changes the database as well, e.g. drops an index. */
  readonly sql?: string
  /** Runs in `npm test` as well. */
  readonly isTelling?: true
  /** The cheapest test file that finds it, from the repository's root; default: the simulation. */
  readonly test?: string
}

const machine = 'deposits/deposit-state-machine.ts'
const applyResult = 'deposits/apply-result.ts'
const resultWrite = 'deposits/build-result-write.ts'
const writer = 'deposits/result-writer.ts'
const commands = 'deposits/deposit-commands.ts'
const refundStore = 'refunds/refund-store.ts'
const refundService = 'refunds/refund-service.ts'
const suspense = 'refunds/suspense-service.ts'
const takeBack = 'refunds/take-back.ts'
const reversals = 'refunds/reversal-service.ts'
const inquirer = 'deposits/attempt-inquirer.ts'
const startAttempt = 'payments/start-attempt.ts'
const completeAttempt = 'payments/complete-attempt.ts'
const insertAttempt = 'payments/insert-attempt.ts'
const openCardDeposit = 'payments/open-card-deposit.ts'

const machineTest = 'packages/rules/src/deposits/deposit-state-machine.test.ts'
const writerTest = 'apps/server/src/modules/deposits/result-writer.test.ts'
const takenBackTest = 'apps/server/src/modules/deposits/taken-back.test.ts'
const storeTest = 'apps/server/src/modules/deposits/deposit-store.test.ts'
const webhookCrashTest = 'apps/server/src/modules/deposits/webhook-crash.test.ts'
const webhookSenderTest = 'apps/server/src/modules/cards/webhook-sender.test.ts'

/** By name, with the reason: mutants that change nothing a test could see. They are left out; none is known. */
export const equivalentMutants: Readonly<Record<string, string>> = {}

const replace = (file: string, find: string, by: string): CodeEdit => ({ file, find, replace: by })
const mutant = (name: string, file: string, find: string, by: string, test?: string): CodeMutant => ({
  name,
  edits: [replace(file, find, by)],
  ...(test !== undefined && { test }),
})
const machineMutant = (name: string, find: string, by: string) => mutant(name, machine, find, by, machineTest)
const telling = (name: string, ...edits: CodeEdit[]): CodeMutant => ({ name, edits, isTelling: true })

/** Faults that a review of the money path has planted. */
const reviewMutants: readonly CodeMutant[] = [
  {
    name: 'two open deposits at once: the unique index is gone',
    edits: [],
    sql: 'drop index deposits_one_open',
    isTelling: true,
  },
  telling(
    'a refund debits for each click: first checked, then written',
    replace(refundStore, ' and movement = ${movement}', ''),
    replace(
      'deposits/capture-entry.ts',
      '`attempt:${attemptId}/${movement}`',
      '`attempt:${attemptId}/${movement}${Math.floor(Math.random() * 1e9)}`',
    ),
  ),
  telling(
    "the trader's newest card is charged",
    replace(
      startAttempt,
      'cards.decryptForCharge(opened.value.cardId)',
      'cards.decryptForCharge((await deps.cardStore.findCurrentCard(trader.id))?.id ?? null)',
    ),
  ),
  telling(
    'cents are cut off what is asked for',
    replace(
      startAttempt,
      'amountMinor: opened.value.amount,',
      'amountMinor: opened.value.amount - (opened.value.amount % 100),',
    ),
  ),
  telling('every charge is in USD', replace(startAttempt, 'currency: opened.value.currency,', "currency: 'USD',")),
  telling(
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
    'a captured attempt can change again',
    replace(machine, 'snapshot.isCaptured || !attemptTransitions', '!attemptTransitions'),
    replace(machine, `if (isKnownCharge) return { attempt, deposit, captureStatus: null, raisesAlert: false }`, ''),
  ),
  telling(
    'a refund is asked for with another reference each time',
    replace(
      'cards/card-payment-provider.ts',
      'buildRefundRequest(reference, refundReference,',
      'buildRefundRequest(reference, crypto.randomUUID(),',
    ),
  ),
  {
    name: 'a webhook is marked as applied before it is applied',
    test: webhookCrashTest,
    edits: [
      replace(
        'deposits/webhooks.ts',
        '    const applied = event.result',
        '    await store.markApplied(event, clock.now())\n    const applied = event.result',
      ),
    ],
  },
  telling('a result is written over a newer version', replace(writer, ' and d.version = c.version', '')),
  telling(
    'a command is written over a newer version',
    replace(commands, ' and version = ${deposit.version} returning id', ' returning id'),
  ),
  telling(
    'an unknown charge counts as never happened, without a cancel',
    replace(
      inquirer,
      `result === 'not_found' && canCancel ? provider.cancelCharge(attempt) : result`,
      `result === 'not_found' ? { source: 'inquiry', state: 'not_charged', errorClass: 'unknown' } : result`,
    ),
  ),
  telling(
    'a key is not bound to its trader',
    replace(
      'deposits/deposit-lookup-store.ts',
      `          d('d.user_id', '=', userId),
          d.or([d('d.state', 'in', openDepositStates), d('d.idempotency_key', '=', key)]),`,
      `          d.or([
            d.and([d('d.user_id', '=', userId), d('d.state', 'in', openDepositStates)]),
            d('d.idempotency_key', '=', key),
          ]),`,
    ),
  ),
]

const moreMutants: readonly CodeMutant[] = [
  machineMutant(
    'the same charge is booked for each success',
    `if (isKnownCharge) return { attempt, deposit, captureStatus: null, raisesAlert: false }`,
    '',
  ),
  machineMutant(
    'a decline changes an attempt with captured money',
    'snapshot.isCaptured || !attemptTransitions',
    '!attemptTransitions',
  ),
  mutant(
    'a worker that was overtaken writes its old decision',
    'deposits/deposit-store.ts',
    'createDepositCommands(db, deposit, writeResult)',
    'createDepositCommands(db, { ...deposit, version: (await findByKey(key))?.deposit.version ?? 0 }, writeResult)',
    storeTest,
  ),
  mutant(
    'the signature of a webhook is not checked',
    'cards/webhook-routes.ts',
    '!isKnown || !gateway.isSignatureValid(params.processor, request.headers[signatureHeader], signed)',
    '!isKnown || signed.body === null',
    webhookSenderTest,
  ),
  machineMutant(
    'a hard decline continues the cascade',
    `    case 'declined_hard':
      return 'failed'`,
    `    case 'declined_hard':
      return deposit`,
  ),
  machineMutant(
    'a soft decline ends the deposit',
    'snapshot.isCloseRequested || !snapshot.hasRemainingProcessors',
    'true',
  ),
  machineMutant('a deposit stays open without processors', ' || !snapshot.hasRemainingProcessors', ''),
  machineMutant('a requested close is forgotten', 'snapshot.isCloseRequested || ', ''),
  machineMutant(
    'a second success is credited as well',
    `if (isCredited) return { attempt: attemptAfter, deposit, captureStatus: 'refund_due', raisesAlert: true }`,
    '',
  ),
  machineMutant(
    'a second success stays in suspense',
    `captureStatus: 'refund_due', raisesAlert: true`,
    `captureStatus: 'suspense', raisesAlert: true`,
  ),
  machineMutant(
    'a late success gets its bonus',
    `captureStatus: 'credited_late', raisesAlert: false`,
    `captureStatus: 'credited', raisesAlert: false`,
  ),
  machineMutant(
    'a late success is sent back',
    `captureStatus: 'credited_late', raisesAlert: false`,
    `captureStatus: 'refund_due', raisesAlert: false`,
  ),
  machineMutant(
    'another amount leaves the deposit open',
    `deposit: deposit === 'processing' ? 'review' : deposit,`,
    'deposit,',
  ),
  machineMutant(
    'another amount decides the attempt',
    `attempt: isActive ? 'manual_review' : attempt,`,
    `attempt: isActive ? 'succeeded' : attempt,`,
  ),
  machineMutant(
    'a success leaves the deposit processing',
    `deposit: 'succeeded', captureStatus: 'credited'`,
    `deposit, captureStatus: 'credited'`,
  ),
  machineMutant(
    'a success is not credited',
    `deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false`,
    `deposit: 'succeeded', captureStatus: null, raisesAlert: false`,
  ),
  machineMutant(
    'manual review is final',
    `manual_review: ['succeeded', 'declined_soft', 'declined_hard', 'not_charged'],`,
    'manual_review: [],',
  ),
  machineMutant('a decline is not final', 'declined_soft: [],', `declined_soft: ['pending', 'not_charged'],`),
  machineMutant(
    'a deposit is open while in review',
    `return state === 'open' || state === 'processing'`,
    `return state !== 'succeeded' && state !== 'failed'`,
  ),
  machineMutant(
    'suspense leaves its deposit in review',
    `deposit: ended || hasOtherActiveAttempts ? deposit : 'failed',`,
    'deposit,',
  ),
  machineMutant('suspense fails a deposit with an active attempt', 'ended || hasOtherActiveAttempts', 'ended'),
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
  machineMutant("suspense is booked as the trader's cash", `  suspense: 'suspense',`, `  suspense: 'cash',`),
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
    'the second result of a batch overtakes the first',
    writer,
    'where d.id = any(array(select id from locked)) and d.id = c.deposit_id and d.version = c.version',
    'where d.id = c.deposit_id',
  ),
  mutant(
    'the first charging attempt does not count for the day',
    commands,
    'const isCounted = attempt.isCharging && !deposit.isCounted',
    'const isCounted = attempt.isCharging && deposit.isCounted',
  ),
  mutant('each attempt counts for the day', commands, 'attempt.isCharging && !deposit.isCounted', 'attempt.isCharging'),
  mutant(
    'a token can be sent twice',
    commands,
    "set state = ${changeAttemptState(attemptId, 'sent')}, inquiry_count = 0",
    'set inquiry_count = 0',
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
    `if (findCreditedCapture(deposit) !== null) return refuse('cards.suspense_credited')`,
    '',
  ),
  mutant(
    'suspense of another currency is credited',
    suspense,
    `if (capture.currency !== deposit.currency) return refuse('cards.suspense_other_currency')`,
    '',
  ),
  mutant('a refused refund is booked as refunded', refundService, `answer === 'refused'`, `answer === null`),
  mutant(
    'an undecided refund is booked as refunded',
    refundService,
    'if (answer === null) return scheduleRetry(refund, deps, false)',
    '',
  ),
  mutant(
    'a refund takes nothing from the trader',
    refundService,
    `entry: buildMovementEntry({ ...capture, userId: deposit.userId }, 'refund_due', nextMovement, now)`,
    `entry: null`,
  ),
  mutant('an answer about an earlier refund counts', refundStore, ' and movement = ${movement}', ''),
  mutant('what has been charged is cancelled', inquirer, 'const canCancel = !isCaptured && (', 'const canCancel = ('),
  mutant('an operator who only asks cancels', inquirer, '(!isOperator && isActiveState(attempt.state))', 'true'),
  mutant(
    'a lost start is not in doubt',
    inquirer,
    `{ source: 'time', state: 'in_doubt', errorClass: 'no_answer' }`,
    `{ source: 'time', state: 'declined_soft', errorClass: 'no_answer' }`,
  ),
  mutant('a due attempt is not asked about again', inquirer, 'await scheduleNextInquiry(reference, deps)', ''),
  mutant(
    'a lost reply is a decline',
    'payments/call-processor.ts',
    `processor.canCharge ? 'in_doubt' : 'not_charged'`,
    `'declined_soft'`,
  ),
  mutant(
    'a token is sent without a committed state',
    completeAttempt,
    'await commands.markAttemptResent(attempt.id, next === null ? null : new Date(next), now)',
    'await Promise.resolve(commands)',
  ),
  mutant(
    'any processor can be called',
    insertAttempt,
    `if (findNextProcessor(deposit) !== processor.name) throw new AppError('cards.not_next')`,
    '',
  ),
  mutant(
    'a processor is called twice',
    insertAttempt,
    'if (isTried || !isOpen(deposit)) return null',
    'if (!isOpen(deposit)) return null',
  ),
  mutant(
    'an ended deposit is charged',
    insertAttempt,
    'if (isTried || !isOpen(deposit)) return null',
    'if (isTried) return null',
  ),
  mutant(
    'a switched-off processor is called',
    startAttempt,
    'if (isDisabled) {',
    `if (isDisabled && reference === '') {`,
  ),
  mutant(
    'the day limit is not asked for',
    openCardDeposit,
    `if (counts.usedToday >= settings.dayLimit) return refuse('cards.day_limit')`,
    '',
  ),
  mutant(
    'the fail limit is not asked for',
    openCardDeposit,
    `if (isCardFormClosed(profile, counts, settings)) return refuse('cards.limit')`,
    '',
  ),
  mutant(
    'an open deposit with an active attempt is superseded',
    'deposits/open-deposit.ts',
    'if (findActiveAttempt(deposit) !== null) return false',
    '',
  ),
  mutant(
    'a key is reused for another amount',
    'deposits/open-deposit.ts',
    `if (byKey.requestHash !== requestHash) throw new AppError('errors.other_key_body')`,
    '',
  ),
  mutant(
    'stored webhooks are not applied',
    'deposits/webhooks.ts',
    '      await applyWebhook(event, webhook.tries)\n',
    '',
  ),
]

const takenBackMutants: readonly CodeMutant[] = [
  mutant(
    'a repeated chargeback is raised as another one',
    applyResult,
    'if (captures.some(({ status }) => isTakenBackAlready(status, takenBackAs))) return unchanged',
    '',
    takenBackTest,
  ),
  mutant(
    'a refund that was requested is raised as taken back',
    applyResult,
    `(report === 'refunded' && (status === 'refund_due' || status === 'refunded'))`,
    'false',
    takenBackTest,
  ),
  mutant(
    'a chargeback of money that was never booked is credited',
    applyResult,
    'const isUnexplained = takenBackAs !== undefined',
    'const isUnexplained = false',
    takenBackTest,
  ),
  mutant(
    'a chargeback is not booked',
    applyResult,
    'if (capture !== undefined) return { ...unchanged, takenBack: { deposit, capture } }',
    '',
  ),
  mutant(
    'a charge is credited instead of money that was taken back',
    applyResult,
    ` || deposit.captures.some(({ status }) => status === 'taken_back')`,
    '',
    takenBackTest,
  ),
  mutant(
    'a report that has lost against another change is forgotten',
    applyResult,
    '(await deps.takeBack(takenBack, reported)) ? { ...result, changed: true } : applyNow(reference, reported)',
    '(await deps.takeBack(takenBack, reported), { ...result, changed: true })',
    takenBackTest,
  ),
  mutant(
    'suspense that was taken back stays in suspense',
    takeBack,
    `capture.status === 'suspense'`,
    `capture.status === 'refund_due'`,
    takenBackTest,
  ),
  mutant(
    'a chargeback takes more than the trader has',
    reversals,
    'const taken = Math.min(amount, balances.cash)',
    'const taken = amount',
  ),
  mutant('what is missing for a chargeback is not owed', reversals, 'owed: amount - taken', 'owed: 0'),
  mutant(
    'the bonus stays after a chargeback',
    reversals,
    `status === 'credited' ? Math.min(deposit.bonus, balances.bonus) : 0`,
    '0',
  ),
  mutant(
    'the turnover for a bonus that was taken back is still required',
    reversals,
    `status === 'credited' && deposit.bonus > 0 ? `,
    `status === 'credited' && deposit.bonus < 0 ? `,
  ),
  mutant(
    'a chargeback is not raised',
    reversals,
    `cause.to === 'taken_back' ? ('deposit.taken_back' as const) : null`,
    'null',
    takenBackTest,
  ),
]

export const codeMutants: readonly CodeMutant[] = [...reviewMutants, ...moreMutants, ...takenBackMutants]
