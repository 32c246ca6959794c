import { type Command, neverMutates } from '../cli/command.ts'
import { parseCount, parseDay } from '../cli/parse-input.ts'
import { createListCommand } from '../cli/list-command.ts'
import { exitCodes } from '../cli/cli-error.ts'
import { findDepositByReference } from '../find-deposit.ts'
import { formatFields, formatMoney, formatShortId, formatTable, formatTime } from '../cli/terminal.ts'

const dayMs = 86_400_000

const reviewCommand = createListCommand({
  name: 'review',
  about: 'deposits that nobody could decide, oldest first',
  details: [
    'A processor has not said for two minutes how a charge ended. The server goes on asking (the column "asks again");',
    '"manual_review" means that it has given up, or that money is in suspense. End one with resolve, ask, accept or refund.',
  ],
  findRows: (session, limit) => session.cards.listReviews(limit),
  columns: {
    deposit: (row) => formatShortId(row.depositId),
    trader: (row) => row.userId,
    'e-mail': (row) => row.email,
    amount: (row) => formatMoney(row.amount, row.currency),
    processor: (row) => row.processor,
    attempt: (row) => row.attempt,
    money: (row) => row.money,
    since: (row) => formatTime(row.since),
    'asks again': (row) => formatTime(row.nextCheckAt),
  },
  emptyMessage: 'No deposit is in review.',
})

const suspenseCommand = createListCommand({
  name: 'suspense',
  about: 'money that waits for a decision, or is on its way back to a card',
  details: [
    'A processor took another amount or currency than was asked for (amount_differs), or would not give money back',
    '(refund_refused). Send it back with refund, or put it on the account with accept. "refund_due" is being given back.',
  ],
  findRows: (session, limit) => session.cards.listSuspense(limit),
  columns: {
    deposit: (row) => formatShortId(row.depositId),
    trader: (row) => row.userId,
    'e-mail': (row) => row.email,
    taken: (row) => formatMoney(row.amount, row.currency),
    'asked for': (row) => formatMoney(row.asked, row.askedCurrency),
    processor: (row) => row.processor,
    place: (row) => row.place,
    reason: (row) => row.reason,
    since: (row) => formatTime(row.since),
  },
  emptyMessage: 'Nothing is in suspense or on its way back.',
})

const showCommand: Command = {
  name: 'show',
  usage: 'REF',
  about: 'one deposit: its attempts, its money, what happened',
  details: [],
  options: {},
  argumentCount: [1, 1],
  isMutating: neverMutates,
  run: async ({ services: session, args, print }) => {
    const { deposit } = await findDepositByReference(session, args[0] ?? '')
    const events = await session.cards.listAttemptEvents(deposit.id)
    const { id, userId, state, amount, currency, bonus, reason, createdAtMs, endedAtMs, captures } = deposit
    const attempts = deposit.attempts.map((attempt) => ({
      ref: attempt.ourRef,
      processor: attempt.processor,
      state: attempt.state,
      pspRef: attempt.pspRef,
      error: attempt.errorClass,
      money: captures.find(({ attemptId }) => attemptId === attempt.id) ?? null,
      asksAgainAt: attempt.nextCheckAtMs,
    }))
    print(
      {
        id,
        userId,
        state,
        amount,
        currency,
        bonus,
        reason,
        createdAtMs,
        endedAtMs,
        card: deposit.card,
        attempts,
        events,
      },
      [
        formatFields([
          ['deposit', id],
          ['on the receipt', formatShortId(id)],
          ['trader', userId],
          ['amount', formatMoney(amount, currency)],
          ['bonus', formatMoney(bonus, currency)],
          ['card', deposit.card === null ? '' : `${deposit.card.brand} …${deposit.card.last4}`],
          ['state', reason === null ? state : `${state} (${reason})`],
          ['opened', formatTime(createdAtMs)],
          ['ended', formatTime(endedAtMs)],
        ]),
        formatTable(
          ['attempt', 'processor', 'state', "processor's own", 'error', 'taken', 'place'],
          attempts.map(({ ref, processor, state: stands, pspRef, error, money: taken }) => [
            ref,
            processor,
            stands,
            pspRef,
            error,
            taken === null ? null : formatMoney(taken.amount, taken.currency),
            taken?.place ?? null,
          ]),
          'No processor was asked.',
        ),
        formatTable(
          ['at', 'processor', 'source', 'said', 'before', 'after'],
          events.map(({ at, processor, source, verdict, before, after }) => [
            formatTime(at),
            processor,
            source,
            verdict,
            before,
            after,
          ]),
          'Nothing is known to have happened.',
        ),
      ].join('\n'),
    )
    return exitCodes.done
  },
}

const ratesCommand: Command = {
  name: 'rates',
  usage: '',
  about: 'approval rate of each processor',
  details: [
    'Of the attempts begun in the period. The rate is approved / (approved + declined); "dropped" was never carried out,',
    '"undecided" not yet. FRAUD never charges: approved means that it let the payment pass.',
  ],
  options: {
    days: { type: 'string', value: 'N', about: 'the last N days, 1 to 3660; 7' },
    from: { type: 'string', value: 'DAY', about: 'from this day on (UTC), such as 2026-11-01, instead of --days' },
    to: { type: 'string', value: 'DAY', about: 'up to and without this day (UTC); now' },
  },
  argumentCount: [0, 0],
  isMutating: neverMutates,
  run: async ({ services: session, getOption: option, print }) => {
    const to = parseDay(option('to'), '--to') ?? session.clock.now()
    const days = parseCount(option('days'), '--days', 3660) ?? 7
    const from = parseDay(option('from'), '--from') ?? new Date(to.getTime() - days * dayMs)
    const found = (await session.cards.listApprovalRates(from, to)).map((row) => {
      const decided = row.approved + row.declined
      return { ...row, rate: decided === 0 ? null : row.approved / decided }
    })
    print(
      { from, to, processors: found },
      `From ${formatTime(from)} to ${formatTime(to)} UTC\n\n${formatTable(
        ['processor', 'asked', 'approved', 'declined', 'dropped', 'undecided', 'rate'],
        found.map(({ processor, asked, approved, declined, dropped, undecided, rate }) => [
          processor,
          asked,
          approved,
          declined,
          dropped,
          undecided,
          rate === null ? null : `${(rate * 100).toFixed(1)} %`,
        ]),
        'No processor was asked in this time.',
      )}`,
    )
    return exitCodes.done
  },
}

export const depositCommands: readonly Command[] = [reviewCommand, suspenseCommand, showCommand, ratesCommand]
