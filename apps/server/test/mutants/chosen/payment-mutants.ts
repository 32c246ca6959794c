import { type CodeMutant, mutant, replace, telling } from './code-mutant.ts'

const commands = 'deposits/deposit-commands.ts'
const inquirer = 'deposits/attempt-inquirer.ts'
const startAttempt = 'payments/start-attempt.ts'
const completeAttempt = 'payments/complete-attempt.ts'
const insertAttempt = 'payments/insert-attempt.ts'
const openCardDeposit = 'payments/open-card-deposit.ts'
const cancelTest = 'apps/server/src/modules/deposits/cancel-captured.test.ts'
const storeTest = 'apps/server/src/modules/deposits/deposit-store.test.ts'
const webhookCrashTest = 'apps/server/src/modules/deposits/webhook-crash.test.ts'
const refusedTest = 'apps/server/src/modules/cards/payments/refused-charges.test.ts'
const insertAttemptTest = 'apps/server/src/modules/cards/payments/insert-attempt.test.ts'
const webhookSenderTest = 'apps/server/src/modules/cards/webhook-sender.test.ts'

/** Faults in opening deposits, and in calls, inquiries and webhooks of processors. */
export const paymentMutants: readonly CodeMutant[] = [
  {
    name: 'two open deposits at once: the unique index is gone',
    edits: [],
    sql: 'drop index deposits_one_open',
    tellingSeed: 13,
  },
  telling(
    20,
    "the trader's newest card is charged",
    replace(
      startAttempt,
      'cards.decryptForCharge(opened.value.cardId)',
      'cards.decryptForCharge((await deps.cardStore.findCurrentCard(trader.id))?.id ?? null)',
    ),
  ),
  telling(
    2,
    'cents are cut off what is asked for',
    replace(
      startAttempt,
      'amountMinor: opened.value.amount,',
      'amountMinor: opened.value.amount - (opened.value.amount % 100),',
    ),
  ),
  telling(1, 'every charge is in USD', replace(startAttempt, 'currency: opened.value.currency,', "currency: 'USD',")),
  {
    name: 'a webhook is marked as applied before it is applied',
    test: webhookCrashTest,
    edits: [
      replace(
        'deposits/webhooks.ts',
        '    const applied = event.result',
        '    await markWebhookApplied(db, id, clock.now())\n    const applied = event.result',
      ),
    ],
  },
  telling(
    1,
    'a command is written over a newer version',
    replace(commands, ' and version = ${deposit.version} and state = ${deposit.state} returning id', ' returning id'),
  ),
  telling(
    78,
    'an unknown charge counts as never happened, without a cancel',
    replace(
      inquirer,
      `result === 'not_found' && canCancel ? provider.cancelCharge(attempt) : result`,
      `result === 'not_found' ? { source: 'inquiry', state: 'not_charged', errorClass: 'unknown' } : result`,
    ),
  ),
  telling(
    1,
    'a key is not bound to its trader',
    replace(
      'deposits/deposit-lookup-store.ts',
      `      d('d.user_id', '=', userId),
      d.or([d('d.state', 'in', openDepositStates), d('d.idempotency_key', '=', key)]),`,
      `      d.or([
        d.and([d('d.user_id', '=', userId), d('d.state', 'in', openDepositStates)]),
        d('d.idempotency_key', '=', key),
      ]),`,
    ),
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
    '!gateway.isSignatureValid(params.processor, request.headers[signatureHeader], signed)',
    'signed.body === null',
    webhookSenderTest,
  ),
  mutant(
    'the first charging attempt does not count for the day',
    commands,
    'const limitToCount = attempt.isCharging && !deposit.isCounted',
    'const limitToCount = attempt.isCharging && deposit.isCounted',
  ),
  mutant(
    'each attempt counts for the day',
    commands,
    'attempt.isCharging && !deposit.isCounted',
    'attempt.isCharging',
    storeTest,
  ),
  mutant(
    'a token can be sent twice',
    commands,
    "set state = ${changeAttemptState(attemptId, 'sent')}, inquiry_count = 0",
    'set inquiry_count = 0',
    storeTest,
  ),
  mutant(
    'what has been charged is cancelled',
    inquirer,
    'const canCancel = !isCaptured && (',
    'const canCancel = (',
    cancelTest,
  ),
  mutant(
    'an operator who only asks cancels',
    inquirer,
    '(!isOperator && isActiveState(attempt.state))',
    'true',
    cancelTest,
  ),
  mutant(
    'a lost start is not in doubt',
    inquirer,
    `{ source: 'time', state: 'in_doubt', errorClass: 'no_answer' }`,
    `{ source: 'time', state: 'declined_soft', errorClass: 'no_answer' }`,
  ),
  mutant(
    'a due attempt is not asked about again',
    inquirer,
    '    await scheduleNextInquiry(reference, deps)\n',
    '',
    'apps/server/src/modules/deposits/late-charges.test.ts',
  ),
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
    'apps/server/src/modules/cards/payments/complete-attempt.test.ts',
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
    insertAttemptTest,
  ),
  mutant(
    'an ended deposit is charged',
    insertAttempt,
    'if (isTried || !isOpen(deposit)) return null',
    'if (isTried) return null',
    insertAttemptTest,
  ),
  mutant(
    'a switched-off processor is called',
    startAttempt,
    'if (isDisabled) {',
    `if (isDisabled && reference === '') {`,
    refusedTest,
  ),
  mutant(
    'the day limit is not asked for',
    openCardDeposit,
    `if (counts.usedToday >= settings.dayLimit) return refuse('cards.day_limit', { limit: settings.dayLimit })`,
    '',
    refusedTest,
  ),
  mutant(
    'the fail limit is not asked for',
    openCardDeposit,
    `if (hasReachedFailLimit(card, profile, counts, settings, deps.clock.now())) return refuse('cards.limit')`,
    '',
    refusedTest,
  ),
  mutant(
    'an open deposit with an active attempt is superseded',
    'deposits/open-deposit.ts',
    'if (findActiveAttempt(deposit) !== null) return false',
    '',
    refusedTest,
  ),
  mutant(
    'a key is reused for another amount',
    'deposits/open-deposit.ts',
    `if (byKey.requestHash !== requestHash) throw new AppError('errors.other_key_body')`,
    '',
    refusedTest,
  ),
  mutant(
    'stored webhooks are not applied',
    'deposits/webhooks.ts',
    '      await applyWebhook(event, webhook)\n',
    '',
    webhookCrashTest,
  ),
]
