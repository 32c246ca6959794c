import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { computeReleaseMax } from '@tradefront/rules/deposits/quote-deposit'
import { maxLadderPayout } from '@tradefront/rules/trading/ladder'
import { toMinor } from '@tradefront/rules/ledger/money'
import { computeReturn, splitReturn, splitStake } from '@tradefront/rules/trading/outcome'
import { defaultTerms as defaultWithdrawals } from '@tradefront/rules/withdrawal/terms'

import { buildTurnover } from '../../src/modules/trading/trade-entries.ts'
import { bestPayout, settings } from './strategy.ts'

const anyTrade = { id: '', userId: 1, isPractice: false, currency: 'USD' } as const
const anyEnd = { closePoints: null, refusal: null, closedAt: new Date(0) } as const

/** One deposit with a bonus, in minor units. Stakes, returns, turnover and release follow the product's rules. */
export class BonusAccount {
  cash: number
  bonus: number
  done = 0
  trades = 0
  isFinished = false
  readonly required: number
  readonly releaseMax: number

  constructor(deposit: number, bonus: number, terms: BonusTerms = defaultTerms) {
    this.cash = deposit
    this.bonus = bonus
    this.required = multiplyExactly([bonus, terms.turnoverFactor], 'nearest')
    this.releaseMax = computeReleaseMax(bonus, terms.releaseFactor)
    this.countsBonusStakes = terms.countsBonusStakes ?? false
    this.freesWinnings = terms.freesWinnings ?? false
    this.nominal = bonus
    this.cancelPaysBonus = terms.cancelPaysBonus ?? false
    this.countsOpposite = terms.countsOpposite ?? false
  }

  readonly countsBonusStakes: boolean
  private readonly freesWinnings: boolean
  private readonly countsOpposite: boolean
  private readonly cancelPaysBonus: boolean
  private readonly nominal: number
  /** Amount of a withdrawal that waits, and the bonus that it would give up. */
  held = 0
  private frozen = 0

  /** Makes a trade. Returns false if there is too little money. */
  trade(stake: number, payoutPercent: number, isWon: boolean, isOpposite = false): boolean {
    const parts = splitStake(stake, this)
    if (stake <= 0 || parts === null) return false
    this.trades += 1
    this.cash -= parts.cash
    this.bonus -= parts.bonus
    const trade = { ...anyTrade, stake, bonusStake: parts.bonus }
    const state = isWon ? 'won' : 'lost'
    const end = { ...anyEnd, state, returned: computeReturn(state, stake, payoutPercent) } as const
    const back = splitReturn(end.returned, trade)
    this.cash += back.cash
    this.bonus += back.bonus
    const turnover = buildTurnover(trade, end, isOpposite && !this.countsOpposite, anyEnd.closedAt)?.amount ?? 0
    // The turnover of a frozen bonus does not grow.
    if (this.held === 0) this.done += this.countsBonusStakes ? stake : turnover
    if (!this.isFinished && this.done >= this.required) {
      this.isFinished = true
      this.cash += this.freesWinnings ? this.bonus : Math.min(this.bonus, this.releaseMax)
      this.bonus = 0
    }
    return true
  }

  /** Requests a withdrawal, which freezes the bonus. */
  freeze(amount: number): void {
    this.cash -= amount
    this.held = amount
    this.frozen = this.bonus
    this.bonus = 0
  }

  cancelWithdrawal(): void {
    this.cash += this.held + (this.cancelPaysBonus ? this.frozen : 0)
    this.bonus += this.cancelPaysBonus ? 0 : this.frozen
    this.held = 0
    this.frozen = 0
  }

  copy(): BonusAccount {
    return Object.assign(Object.create(BonusAccount.prototype) as BonusAccount, this)
  }

  /** Returns the same key for accounts that continue in the same way. */
  getKey(): string {
    return `${this.cash}/${this.bonus}/${this.isFinished ? 'finished' : this.done}/${this.held}/${this.trades === 0 ? 'new' : ''}`
  }

  /** Returns what can be withdrawn now. An open bonus is given up with all that it has won. */
  withdraw(): number {
    return this.cash + this.held + (this.freesWinnings ? Math.max(0, this.bonus - this.nominal) : 0)
  }
}

/** Terms of the bonus. The last ones are planted faults: rules under which the strategies win. */
export type BonusTerms = {
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly countsBonusStakes?: boolean
  readonly freesWinnings?: boolean
  readonly countsOpposite?: boolean
  readonly cancelPaysBonus?: boolean
}

export const defaultTerms: BonusTerms = {
  turnoverFactor: settings.bonus_turnover_factor,
  releaseFactor: settings.bonus_release_factor,
}

/** A far strike of the ladder: the most that it pays, and the chance that leaves the house its margin. */
export const farStrike = {
  payoutPercent: maxLadderPayout,
  chance: (1 - settings.ladder_margin_percent / 100) / (1 + maxLadderPayout / 100),
} as const
/** Up/Down without ties, which return the stake and count for nothing. */
export const upDown = { payoutPercent: bestPayout, chance: 0.5 } as const

export type Bet = {
  readonly stake: number
  readonly option: typeof farStrike | typeof upDown
  readonly isOpposite?: boolean
}

/** Requests the smallest withdrawal, or cancels it. */
type Move = 'ask' | 'cancel'

/** Chooses what comes next. Returns null if the trader withdraws. */
export type Policy = (account: BonusAccount) => Bet | Move | null

const smallestWithdrawal = toMinor(defaultWithdrawals.card.min, 'USD')

/** Ways that are less probable count as lost. */
const leastChance = 1e-7

/** Computes exactly what can be withdrawn at the end, on average over all ways that the trades can go, in minor units. */
export function computeWithdrawn(start: BonusAccount, policy: Policy): number {
  let withdrawn = 0
  let ways = new Map([[start.getKey(), { account: start, chance: 1 }]])
  while (ways.size > 0) {
    const next: typeof ways = new Map()
    for (const { account, chance } of ways.values()) {
      const choice = policy(account)
      if (choice === null) withdrawn += chance * account.withdraw()
      for (const [after, share] of choice === null ? [] : listNext(account, choice)) {
        const part = chance * share
        const key = after.getKey()
        const same = next.get(key)
        if (same !== undefined) same.chance += part
        else if (part > leastChance) next.set(key, { account: after, chance: part })
      }
    }
    ways = next
  }
  return withdrawn
}

/** Lists the next states with the chance of each. */
function listNext(account: BonusAccount, choice: Bet | Move): (readonly [BonusAccount, number])[] {
  if (choice === 'ask' || choice === 'cancel') {
    const after = account.copy()
    if (choice === 'ask') after.freeze(smallestWithdrawal)
    else after.cancelWithdrawal()
    return [[after, 1]]
  }
  const { stake, option, isOpposite } = choice
  return [true, false].map((isWon) => {
    const after = account.copy()
    if (!after.trade(stake, option.payoutPercent, isWon, isOpposite)) throw new Error('no such stake')
    return [after, isWon ? option.chance : 1 - option.chance]
  })
}

/** Bets Up/Down with own cash until the turnover is done or the cash is lost. */
export function makeTurnover(account: BonusAccount, stake: number): Bet | null {
  return account.isFinished || account.cash === 0 ? null : { stake: Math.min(stake, account.cash), option: upDown }
}
