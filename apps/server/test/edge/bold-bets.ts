import {
  BonusAccount,
  type BonusTerms,
  computeWithdrawn,
  defaultTerms,
  farStrike,
  makeTurnover,
  type Policy,
  upDown,
} from './bonus-account.ts'
import { cash, exactly, type Gain, type Strategy } from './strategy.ts'

const deposit = 300_000
const stake = 50_000
/** Rules under which everything above the nominal bonus could be withdrawn. */
const freeWinnings: BonusTerms = { ...defaultTerms, freesWinnings: true, countsBonusStakes: true }

function play(policy: Policy, bonus: number, terms: BonusTerms): Gain {
  return exactly(computeWithdrawn(new BonusAccount(deposit, bonus, terms), policy) / deposit - 1)
}

/** Bets all money on one far strike; then makes the turnover with the cash that was won. */
const betAll: Policy = (account) =>
  account.trades === 0 ? { stake: account.cash + account.bonus, option: farStrike } : makeTurnover(account, stake)

/** Bets the cash on a far strike. If it wins, the bonus is given up. If it loses, the bonus follows, and what it wins is turned over. */
const betCashFirst: Policy = (account) => {
  if (account.trades === 0) return { stake: account.cash, option: farStrike }
  if (account.cash > 0 && account.bonus === deposit) return null
  if (account.cash === 0 && account.bonus === deposit) return { stake: account.bonus, option: farStrike }
  const own = makeTurnover(account, stake)
  const canTurnBonus = account.countsBonusStakes && !account.isFinished && account.bonus > 0
  return own ?? (canTurnBonus ? { stake: Math.min(stake, account.bonus), option: upDown } : null)
}

export const boldBet: Strategy = {
  name: 'bets deposit and bonus of 100 % on one far strike, then makes the turnover',
  per: 'deposit',
  kind: cash,
  play: () => play(betAll, deposit, defaultTerms),
  planted: { fault: 'what a bonus has won were free', play: () => play(betAll, deposit, freeWinnings) },
}

export const stackedBonuses: Strategy = {
  name: 'adds a code of 200 % to the bonus of 100 %, bets all on one far strike, then makes the turnover',
  per: 'deposit',
  kind: cash,
  play: () => play(betAll, 3 * deposit, defaultTerms),
  planted: { fault: 'what a bonus has won were free', play: () => play(betAll, 3 * deposit, freeWinnings) },
}

export const cashFirst: Strategy = {
  name: 'bets cash on a far strike, then the bonus on a far strike, and turns over what it wins',
  per: 'deposit',
  kind: cash,
  play: () => play(betCashFirst, deposit, defaultTerms),
  planted: {
    fault: 'stakes of bonus money counted, and a bonus released six times its amount',
    play: () => play(betCashFirst, deposit, { ...defaultTerms, countsBonusStakes: true, releaseFactor: 6 }),
  },
}

/**
 * Requests a withdrawal, which freezes the bonus while it waits, and bets the cash on a far strike. If it wins, the withdrawal is paid. If
 * it loses, the withdrawal is cancelled, and what it held is staked with the bonus.
 */
const askAndCancel: Policy = (account) => {
  if (account.trades === 0) return account.held === 0 ? 'ask' : { stake: account.cash, option: farStrike }
  if (account.held > 0) return account.cash > 0 ? null : 'cancel'
  if (account.bonus === deposit) return { stake: account.cash + account.bonus, option: farStrike }
  return account.bonus === 0 ? null : makeTurnover(account, stake)
}

export const cancelledWithdrawal: Strategy = {
  name: 'freezes a bonus by a withdrawal, bets the cash on a far strike, and after a loss cancels and stakes the bonus',
  per: 'deposit',
  kind: cash,
  play: () => play(askAndCancel, deposit, defaultTerms),
  planted: {
    fault: 'a cancelled withdrawal gave the bonus back as cash',
    play: () => play(askAndCancel, deposit, { ...defaultTerms, cancelPaysBonus: true }),
  },
}

export const turnoverByEvenBets: Strategy = {
  name: 'turns a deposit over in parts for a bonus of 100 %',
  per: 'deposit',
  kind: cash,
  play: () => play((account) => makeTurnover(account, 2 * stake), deposit, defaultTerms),
  planted: {
    fault: 'the turnover were five times the bonus',
    play: () => play((account) => makeTurnover(account, 2 * stake), deposit, { ...defaultTerms, turnoverFactor: 5 }),
  },
}
