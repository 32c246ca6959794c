export const tournamentTypes = ['weekly', 'weekend'] as const
export type TournamentType = (typeof tournamentTypes)[number]

/** `amount` is in base currency. For an item, it is the value of the item. */
export type Prize =
  | { readonly kind: 'cash' | 'bonus'; readonly amount: number }
  | { readonly kind: 'item'; readonly item: string; readonly amount: number }

/** Prizes by place, from the first. */
export type PrizeLists = Readonly<Record<TournamentType, readonly Prize[]>>

const cash = (amount: number): Prize => ({ kind: 'cash', amount })
const bonuses = (count: number, amount: number): Prize[] =>
  Array.from({ length: count }, () => ({ kind: 'bonus', amount }))

/** Default of the setting `tournament_prizes` (spec: account 9). */
export const defaultPrizes: PrizeLists = {
  weekly: [
    ...[10_000, 5000, 3000, 2000].map(cash),
    { kind: 'item', item: 'iPad', amount: 1500 },
    ...bonuses(3, 1000),
    ...bonuses(5, 500),
    ...bonuses(10, 300),
    ...bonuses(17, 100),
  ],
  weekend: [...[5000, 3000, 2000].map(cash), ...bonuses(2, 1000), ...bonuses(2, 500), ...bonuses(3, 250)],
}

/** Number of rows of a leaderboard (spec: account 9). */
export const leaderboardRows: Readonly<Record<TournamentType, number>> = { weekly: 40, weekend: 10 }

/** Number of rows in the dialog of the weekend tournament (spec: account 9). */
export const weekendDialogRows = { phone: 10, wide: 20 } as const

/** Formats a prize as the specification writes it (account 9): `10.000$` in the weekly list, `5000` in the weekend one. */
export function formatReward(type: TournamentType, prize: Prize): string {
  if (prize.kind === 'item') return prize.item
  const amount = type === 'weekly' ? `${groupThousands(prize.amount)}$` : String(prize.amount)
  return prize.kind === 'bonus' ? `${amount} bonus` : amount
}

/** Consecutive places with the same prize. */
export type PrizeGroup = { readonly from: number; readonly to: number; readonly prize: Prize }

export function groupPrizes(prizes: readonly (Prize | null)[]): PrizeGroup[] {
  const groups: { from: number; to: number; prize: Prize }[] = []
  prizes.forEach((prize, index) => {
    if (prize === null) return
    const last = groups.at(-1)
    if (last !== undefined && last.to === index && isSame(last.prize, prize)) last.to = index + 1
    else groups.push({ from: index + 1, to: index + 1, prize })
  })
  return groups
}

function isSame(one: Prize, other: Prize): boolean {
  const toItem = (prize: Prize) => (prize.kind === 'item' ? prize.item : null)
  return one.kind === other.kind && one.amount === other.amount && toItem(one) === toItem(other)
}

function groupThousands(amount: number): string {
  const [whole = '', fraction] = String(amount).split('.')
  const grouped = whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction.padEnd(2, '0')}`
}
