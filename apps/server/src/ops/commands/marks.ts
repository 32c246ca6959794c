import { findSharedMarks, listSharedGifts, type MarkKind, type SharedMark } from '../../modules/marks/service.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTable, formatTime } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount } from '../cli/parse-input.ts'
import { findTrader } from '../find-trader.ts'

/** Command that shows which accounts can belong to one person. */
export function addMarksCommand(program: OperatorCommand): void {
  program
    .command('marks [TRADER]')
    .summary('accounts that share a device, card, payee, phone or address')
    .description(
      'List the accounts that share a device, card, payee, phone or address with a trader. A payee is an account at a wallet or bank, or the address of a coin, that was used for payments. Accounts that share one of these are related: they get a gift once, and opposite trades are reviewed before a withdrawal. If both have proved it, they count as one person in trades and tournaments, too. A device is proved, a phone never is; a card or payee is when it has paid or was paid. An address proves nothing: families, offices and mobile networks share it. It is listed for 30 days. Without TRADER: the gifts of the last 30 days that two accounts have had that have proved the same mark, or are at one address, the latest first. If they have proved the same mark, the gift is released to one of them. TRADER is an account number or an e-mail.',
    )
    .option('--limit <N>', 'number of gifts at most', parseCount('--limit', 10_000), 100)
    .handle(listMarks)
}

const kinds: Readonly<Record<MarkKind, string>> = {
  device: 'device',
  card: 'card',
  payee: 'payee',
  phone: 'phone',
  address: 'address (no proof)',
}

async function listMarks(context: CommandContext<{ limit: number }>, name?: string): Promise<void> {
  if (name === undefined) return listGifts(context)
  const { id } = await findTrader(context, name)
  const rows = await findSharedMarks(context.app, id)
  const cells = rows.map((row) => [
    kinds[row.kind],
    row.number,
    row.kind === 'address' ? null : formatProved(row),
    row.linkedId,
    row.linkedEmail,
    formatTime(row.firstSeen),
    formatTime(row.lastSeen),
  ])
  context.print(
    rows,
    formatTable(
      ['shares', 'number', 'proved by', 'trader', 'e-mail', 'first seen there', 'last seen there'],
      cells,
      `Trader ${id} shares nothing with another account.`,
    ),
  )
}

function formatProved({ isProved, isLinkedProved }: SharedMark): string {
  if (isProved) return isLinkedProved ? 'both' : 'this one'
  return isLinkedProved ? 'the other' : 'none'
}

async function listGifts({ app, options, print }: CommandContext<{ limit: number }>): Promise<void> {
  const rows = await listSharedGifts(app, options.limit)
  const cells = rows.map((row) => [
    formatTime(row.claimedAt),
    row.gift,
    row.userId,
    row.linkedId,
    formatTime(row.linkedClaimedAt),
    row.kinds.join(', '),
  ])
  print(
    rows,
    formatTable(
      ['at', 'gift', 'trader', 'had before by', 'then', 'both have'],
      cells,
      'No two accounts with the same mark or address have had the same gift.',
    ),
  )
}
