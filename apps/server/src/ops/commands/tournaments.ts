import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatMoney, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

const baseCurrency = 'USD'

type Prize = Awaited<ReturnType<CommandContext['services']['tournaments']['listPrizes']>>[number]

export function addTournamentCommands(program: OperatorCommand): void {
  const tournaments = program.command('tournaments').summary('tournaments: results, and prizes that must be sent')
  addListCommand(tournaments, {
    name: 'list',
    summary: 'tournaments that have ended, the latest first',
    description: 'List the tournaments that have ended, the latest first. Prizes are paid when one has finished.',
    listRows: (services, limit) => services.tournaments.listTournaments(limit),
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
    .handle(async ({ services, print }: CommandContext, id: string) => {
      const rows = await services.tournaments.listPrizes(parseNumber(id, 'TOURNAMENT'))
      print(rows, rows.map(formatPrize).join('') || 'No prizes: it has not finished, or no one made a profit.\n')
    })
  addListCommand(tournaments, {
    name: 'items',
    summary: 'prizes that must be sent',
    description:
      'List the prizes that are sent, e.g. an iPad, and have not been. Ask the winner for an address by e-mail, send the prize, then note it with "tournaments sent".',
    listRows: (services) => services.tournaments.listUnsentItems(),
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
  tournaments
    .command('sent <TOURNAMENT> <RANK>')
    .summary('note that a prize was sent')
    .description('Note that a prize was sent. The winner sees it at once, and the alert ends.')
    .changesData()
    .handle(noteSentItem)
}

async function noteSentItem(
  { services, by, confirm, print }: CommandContext,
  id: string,
  place: string,
): Promise<void> {
  const [tournamentId, rank] = [parseNumber(id, 'TOURNAMENT'), parseNumber(place, 'RANK')]
  const waiting = (await services.tournaments.listUnsentItems()).find(
    (prize) => prize.tournamentId === tournamentId && prize.rank === rank,
  )
  if (waiting === undefined) throw new CliError('No prize waits there: "tournaments items" shows those that do.')
  await confirm(`The ${waiting.item ?? ''} of trader ${waiting.userId} is noted as sent.`)
  if (!(await services.tournaments.markItemSent(tournamentId, rank, by)))
    throw new CliError('Another operator has noted it already.')
  print({ tournamentId, rank, message: 'Sent.' }, 'Noted. The winner sees it.\n')
}

function formatPrize({ rank, userId, score, kind, item, currency, paid, sentAt }: Prize): string {
  const prize =
    kind === 'item'
      ? `${item ?? ''}, ${sentAt === null ? 'not sent yet' : `sent ${formatTime(sentAt)}`}`
      : `${kind} ${formatMoney(paid ?? 0, currency ?? baseCurrency)}`
  return `${rank}. trader ${userId}, score ${formatMoney(score, baseCurrency)}: ${prize}\n`
}

function parseNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw usageError(`${name} must be a number.`)
  return Number(text)
}
