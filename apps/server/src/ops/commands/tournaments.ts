import type { WonPrize } from '@tradefront/contract/tournaments'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import { findPrize, listTournamentPrizes } from '../../modules/tournaments/prize-store.ts'
import {
  decidePrize,
  listHeldPrizes,
  listTournaments,
  listUnsentItems,
  markItemSent,
} from '../../modules/tournaments/service.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatMoney, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

type Prize = Awaited<ReturnType<typeof listTournamentPrizes>>[number]

export function addTournamentCommands(program: OperatorCommand): void {
  const tournaments = program.command('tournaments').summary('tournaments: results, and prizes that must be sent')
  addListCommand(tournaments, {
    name: 'list',
    summary: 'tournaments that have ended, the latest first',
    description: 'List the tournaments that have ended, the latest first. Prizes are paid when one has finished.',
    listRows: (app, limit) => listTournaments(app, limit),
    columns: {
      id: (row) => row.id,
      type: (row) => row.type,
      from: (row) => formatTime(row.startsAt),
      until: (row) => formatTime(row.endsAt),
      finished: (row) => formatTime(row.finishedAt),
    },
    emptyMessage: 'No tournament has ended yet.',
  })
  tournaments
    .command('prizes <TOURNAMENT>')
    .summary('the prizes of a tournament')
    .description('List the prizes of a tournament by place, with what was credited in the currency of the account.')
    .handle(async ({ app, print }: CommandContext, id: string) => {
      const rows = await listTournamentPrizes(app.db, parseNumber(id, 'TOURNAMENT'))
      print(rows, rows.map(formatPrize).join('') || 'No prizes: it has not finished, or no one made a profit.\n')
    })
  addListCommand(tournaments, {
    name: 'items',
    summary: 'prizes that must be sent',
    description:
      'List the prizes that are sent, e.g. an iPad, and have not been. Ask the winner for an address by e-mail, send the prize, then note it with "tournaments sent".',
    listRows: (app) => listUnsentItems(app),
    hasLimit: false,
    columns: {
      tournament: (row) => row.tournamentId,
      rank: (row) => row.rank,
      prize: (row) => row.item,
      trader: (row) => row.userId,
      name: (row) => `${row.firstName} ${row.lastName}`,
      'e-mail': (row) => row.email,
      ended: (row) => formatTime(row.endsAt),
    },
    emptyMessage: 'No prize must be sent.',
  })
  addListCommand(tournaments, {
    name: 'held',
    summary: 'cash prizes that wait for a decision',
    description:
      'List the cash prizes above the setting approval_limit whose winners are verified. Pay or refuse them with "tournaments pay" and "tournaments refuse".',
    listRows: (app) => listHeldPrizes(app),
    hasLimit: false,
    columns: {
      prize: (row) => row.id,
      tournament: (row) => row.tournamentId,
      rank: (row) => row.rank,
      trader: (row) => row.userId,
      amount: (row) => formatMoney(row.paid ?? 0, row.currency ?? baseCurrency),
      score: (row) => formatMoney(row.score, baseCurrency),
      ended: (row) => formatTime(row.endsAt),
    },
    emptyMessage: 'No prize waits for a decision.',
  })
  for (const [name, isApproved] of [
    ['pay', true],
    ['refuse', false],
  ] as const)
    tournaments
      .command(`${name} <PRIZE>`)
      .summary(isApproved ? 'pay a held prize' : 'refuse a held prize')
      .description(
        isApproved
          ? 'Pay a cash prize above the setting approval_limit. If an account of the same person has a prize of the tournament, it lapses instead.'
          : 'Refuse a cash prize above the setting approval_limit. It is not paid and goes to no one else.',
      )
      .changesData()
      .handle((context, id: string) => handleDecidePrize(context, id, isApproved))
  tournaments
    .command('sent <TOURNAMENT> <RANK>')
    .summary('note that a prize was sent')
    .description('Note that a prize was sent. The winner sees it at once, and the alert ends.')
    .changesData()
    .handle(noteSentItem)
}

async function handleDecidePrize(context: CommandContext, id: string, isApproved: boolean): Promise<void> {
  const { app, by, confirmEmergency, print } = context
  const prize = await findPrize(app.db, id)
  if (prize === null || prize.paid === null || prize.currency === null)
    throw new CliError('No such prize: "tournaments held" shows those that wait.')
  const paid = formatMoney(prize.paid, prize.currency)
  await confirmEmergency(
    `The prize of ${paid} of trader ${prize.userId} is ${isApproved ? 'paid' : 'refused'}.`,
    isApproved ? 'two' : 'one',
  )
  const state = await decidePrize(app, id, isApproved, by)
  if (state === null) throw new CliError('It does not wait for a decision: "tournaments held" shows those that do.')
  const message = isApproved ? describeApproved(state) : 'Refused. The trader sees it.'
  print({ id, state, message }, `${message}\n`)
}

function describeApproved(state: WonPrize['state']): string {
  switch (state) {
    case 'lapsed':
      return 'Approved, but not paid: the prize has lapsed, because an account of the same person has a prize of this tournament, or the winner was not verified in time.'
    case 'unverified':
      return 'Approved, but not paid yet: the winner is not verified.'
    case 'paid':
      return 'Paid. The trader sees it.'
    default:
      return 'Approved. It is paid within a minute.'
  }
}

async function noteSentItem({ app, by, confirm, print }: CommandContext, id: string, place: string): Promise<void> {
  const [tournamentId, rank] = [parseNumber(id, 'TOURNAMENT'), parseNumber(place, 'RANK')]
  const waiting = (await listUnsentItems(app)).find(
    (prize) => prize.tournamentId === tournamentId && prize.rank === rank,
  )
  if (waiting === undefined) throw new CliError('No prize waits there: "tournaments items" shows those that do.')
  await confirm(`The ${waiting.item ?? ''} of trader ${waiting.userId} is noted as sent.`)
  if (!(await markItemSent(app, waiting.id, by))) throw new CliError('Another operator has noted it already.')
  print({ tournamentId, rank, message: 'Sent.' }, 'Noted. The winner sees it.\n')
}

function formatPrize({ rank, userId, score, kind, item, currency, paid, settledAt, lapsedAt, sentAt }: Prize): string {
  const what = kind === 'item' ? (item ?? '') : `${kind} ${formatMoney(paid ?? 0, currency ?? baseCurrency)}`
  const wait = kind === 'item' && settledAt !== null && sentAt === null ? 'not sent yet' : 'not paid yet'
  const end = sentAt !== null ? `sent ${formatTime(sentAt)}` : lapsedAt !== null ? 'lapsed' : null
  const state = end ?? (settledAt === null || kind === 'item' ? wait : '')
  const prize = state === '' ? what : `${what}, ${state}`
  return `${rank}. trader ${userId}, score ${formatMoney(score, baseCurrency)}: ${prize}\n`
}

function parseNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`${name} must be a number.`)
  return Number(text)
}
