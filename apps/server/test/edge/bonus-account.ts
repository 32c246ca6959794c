import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { computeReleaseMax } from '@tradefront/rules/deposits/quote-deposit'
import { maxLadderPayout } from '@tradefront/rules/trading/ladder'
import { computeWin, splitReturn, splitStake } from '@tradefront/rules/trading/outcome'

import { bestPayout, settings } from './strategy.ts'

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
    this.countsOpposite = terms.countsOpposite ?? false
  }

  readonly countsBonusStakes: boolean
  private readonly freesWinnings: boolean
  private readonly countsOpposite: boolean
  private readonly nominal: number

  /** False if there is too little money. */
  trade(stake: number, payoutPercent: number, isWon: boolean, isOpposite = false): boolean {
    const parts = splitStake(stake, this)
    if (stake <= 0 || parts === null) return false
    this.trades += 1
    this.cash -= parts.cash
    this.bonus -= parts.bonus
    const returned = splitReturn(isWon ? computeWin(stake, payoutPercent) : 0, { stake, bonusStake: parts.bonus })
    this.cash += returned.cash
    this.bonus += returned.bonus
    if (!isOpposite || this.countsOpposite) this.done += this.countsBonusStakes ? stake : parts.cash
    if (!this.isFinished && this.done >= this.required) {
      this.isFinished = true
      this.cash += this.freesWinnings ? this.bonus : Math.min(this.bonus, this.releaseMax)
      this.bonus = 0
    }
    return true
  }

  copy(): BonusAccount {
    return Object.assign(Object.create(BonusAccount.prototype) as BonusAccount, this)
  }

  /** The same for accounts that go on alike. */
  getKey(): string {
    return `${this.cash}/${this.bonus}/${this.isFinished ? 'finished' : this.done}/${this.trades === 0 ? 'new' : ''}`
  }

  /** What can be withdrawn now. An open bonus is given up with all that it has won. */
  withdraw(): number {
    return this.cash + (this.freesWinnings ? Math.max(0, this.bonus - this.nominal) : 0)
  }
}

/** The last three are planted faults: rules under which the strategies win. */
export type BonusTerms = {
  readonly turnoverFactor: number
  readonly releaseFactor: number
  readonly countsBonusStakes?: boolean
  readonly freesWinnings?: boolean
  readonly countsOpposite?: boolean
}

export const defaultTerms: BonusTerms = {
  turnoverFactor: settings.bonus_turnover_factor,
  releaseFactor: settings.bonus_release_factor,
}

/** Far strike of the ladder: the most that it pays, and the chance that leaves the house its margin. */
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

/** Chooses the next trade. Null: the trader withdraws. */
export type Policy = (account: BonusAccount) => Bet | null

/** Less probable ways are taken for lost. */
const leastChance = 1e-7

/** What can be withdrawn at the end, on average over all ways that the trades can go: exact. Minor units. */
export function computeWithdrawn(start: BonusAccount, policy: Policy): number {
  let withdrawn = 0
  let ways = new Map([[start.getKey(), { account: start, chance: 1 }]])
  while (ways.size > 0) {
    const next: typeof ways = new Map()
    for (const { account, chance } of ways.values()) {
      const bet = policy(account)
      if (bet === null) withdrawn += chance * account.withdraw()
      else
        for (const isWon of [true, false]) {
          const after = account.copy()
          const part = chance * (isWon ? bet.option.chance : 1 - bet.option.chance)
          if (!after.trade(bet.stake, bet.option.payoutPercent, isWon, bet.isOpposite)) throw new Error('no such stake')
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

/** Up/Down with own cash until the turnover is done or the cash is lost. */
export function makeTurnover(account: BonusAccount, stake: number): Bet | null {
  return account.isFinished || account.cash === 0 ? null : { stake: Math.min(stake, account.cash), option: upDown }
}
