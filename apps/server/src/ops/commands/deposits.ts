import { type Command, never } from '../cli/command.ts'
import { readCount, readDay } from '../cli/parse-input.ts'
import { listing } from '../cli/list-command.ts'
import { exitCodes } from '../cli/cli-error.ts'
import { findNamed } from '../find-deposit.ts'
import { card, money, shortId, table, time } from '../cli/terminal.ts'

const dayMs = 86_400_000

const review = listing({
  name: 'review',
  about: 'deposits that nobody could decide, oldest first',
  details: [
    'A processor has not said for two minutes how a charge ended. The server goes on asking (the column "asks again");',
    '"manual_review" means that it has given up, or that money is in suspense. End one with resolve, ask, accept or refund.',
  ],
  find: (session, limit) => session.cards.reviews(limit),
  columns: {
    deposit: (row) => shortId(row.depositId),
    trader: (row) => row.userId,
    'e-mail': (row) => row.email,
    amount: (row) => money(row.amount, row.currency),
    processor: (row) => row.processor,
    attempt: (row) => row.attempt,
    money: (row) => row.money,
    since: (row) => time(row.since),
    'asks again': (row) => time(row.nextCheckAt),
  },
  none: 'No deposit is in review.',
})

const suspense = listing({
  name: 'suspense',
  about: 'money that waits for a decision, or is on its way back to a card',
  details: [
    'A processor took another amount or currency than was asked for (amount_differs), or would not give money back',
    '(refund_refused). Send it back with refund, or put it on the account with accept. "refund_due" is being given back.',
  ],
  find: (session, limit) => session.cards.inSuspense(limit),
  columns: {
    deposit: (row) => shortId(row.depositId),
    trader: (row) => row.userId,
    'e-mail': (row) => row.email,
    taken: (row) => money(row.amount, row.currency),
    'asked for': (row) => money(row.asked, row.askedCurrency),
    processor: (row) => row.processor,
    place: (row) => row.place,
    reason: (row) => row.reason,
    since: (row) => time(row.since),
  },
  none: 'Nothing is in suspense or on its way back.',
})

const show: Command = {
  name: 'show',
  usage: 'REF',
  about: 'one deposit: its attempts, its money, what happened',
  details: [],
  options: {},
  takes: [1, 1],
  changes: never,
  run: async ({ session, args, print }) => {
    const { deposit } = await findNamed(session, args[0] ?? '')
    const events = await session.cards.events(deposit.id)
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
        card([
          ['deposit', id],
          ['on the receipt', shortId(id)],
          ['trader', userId],
          ['amount', money(amount, currency)],
          ['bonus', money(bonus, currency)],
          ['card', deposit.card === null ? '' : `${deposit.card.brand} …${deposit.card.last4}`],
          ['state', reason === null ? state : `${state} (${reason})`],
          ['opened', time(createdAtMs)],
          ['ended', time(endedAtMs)],
        ]),
        table(
          ['attempt', 'processor', 'state', "processor's own", 'error', 'taken', 'place'],
          attempts.map(({ ref, processor, state: stands, pspRef, error, money: taken }) => [
            ref,
            processor,
            stands,
            pspRef,
            error,
            taken === null ? null : money(taken.amount, taken.currency),
            taken?.place ?? null,
          ]),
          'No processor was asked.',
        ),
        table(
          ['at', 'processor', 'source', 'said', 'before', 'after'],
          events.map(({ at, processor, source, verdict, before, after }) => [
            time(at),
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

const rates: Command = {
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
  takes: [0, 0],
  changes: never,
  run: async ({ session, option, print }) => {
    const to = readDay(option('to'), '--to') ?? session.clock.now()
    const days = readCount(option('days'), '--days', 3660) ?? 7
    const from = readDay(option('from'), '--from') ?? new Date(to.getTime() - days * dayMs)
    const found = (await session.cards.rates(from, to)).map((row) => {
      const decided = row.approved + row.declined
      return { ...row, rate: decided === 0 ? null : row.approved / decided }
    })
    print(
      { from, to, processors: found },
      `From ${time(from)} to ${time(to)} UTC\n\n${table(
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

export const listCommands: readonly Command[] = [review, suspense, show, rates]
