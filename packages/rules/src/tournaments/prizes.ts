export const tournamentTypes = ['weekly', 'weekend'] as const
export type TournamentType = (typeof tournamentTypes)[number]

/** `amount` in base currency. */
export type Prize =
  | { readonly kind: 'cash' | 'bonus'; readonly amount: number }
  | { readonly kind: 'item'; readonly item: string }

const cash = (amount: number): Prize => ({ kind: 'cash', amount })
const bonuses = (count: number, amount: number): Prize[] =>
  Array.from({ length: count }, () => ({ kind: 'bonus', amount }))

/** By place, from the first (spec: account 9). */
export const prizes: Readonly<Record<TournamentType, readonly Prize[]>> = {
  weekly: [
    ...[10_000, 5000, 3000, 2000].map(cash),
    { kind: 'item', item: 'iPad' },
    ...bonuses(3, 1000),
    ...bonuses(5, 500),
    ...bonuses(10, 300),
    ...bonuses(17, 100),
  ],
  weekend: [...[5000, 3000, 2000].map(cash), ...bonuses(2, 1000), ...bonuses(2, 500), ...bonuses(3, 250)],
}

/** Rows of a leaderboard: one per prize (spec: account 9). */
export const leaderboardRows: Readonly<Record<TournamentType, number>> = {
  weekly: prizes.weekly.length,
  weekend: prizes.weekend.length,
}

/** Rows of the dialog of the weekend tournament (spec: account 9). */
export const weekendDialogRows = { phone: 10, wide: 20 } as const

/** Null: the place has no prize, or it was reached without a profit. @param score realised profit, in any unit */
export function findPrize(type: TournamentType, rank: number, score: number): Prize | null {
  return score > 0 ? (prizes[type][rank - 1] ?? null) : null
}

/** As the specification writes it (account 9): `10.000$` in the weekly list, `5000` in the weekend one. */
export function formatReward(type: TournamentType, prize: Prize): string {
  if (prize.kind === 'item') return prize.item
  const amount = type === 'weekly' ? `${groupThousands(prize.amount)}$` : String(prize.amount)
  return prize.kind === 'bonus' ? `${amount} bonus` : amount
}

/** Consecutive places with the same prize. */
export type PrizeGroup = { readonly from: number; readonly to: number; readonly prize: Prize }

export function groupPrizes(type: TournamentType): PrizeGroup[] {
  const groups: { from: number; to: number; prize: Prize }[] = []
  prizes[type].forEach((prize, index) => {
    const last = groups.at(-1)
    if (last !== undefined && formatReward(type, last.prize) === formatReward(type, prize)) last.to = index + 1
    else groups.push({ from: index + 1, to: index + 1, prize })
  })
  return groups
}

function groupThousands(amount: number): string {
  return String(amount).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '.')
}
