import { BonusAccount, type BonusTerms, defaultTerms, upDown } from './bonus-account.ts'
import { cash, exactly, type Strategy } from './strategy.ts'

const deposit = 500_000

/** Plays two accounts with a bonus of 100 %, which stake all they have, one Up, one Down. The winner withdraws. */
function playTwoAccounts(terms: BonusTerms): number {
  const accounts = [new BonusAccount(deposit, deposit, terms), new BonusAccount(deposit, deposit, terms)]
  for (const [index, account] of accounts.entries()) account.trade(2 * deposit, upDown.payoutPercent, index === 0, true)
  return accounts.reduce((sum, account) => sum + account.withdraw(), 0) / (2 * deposit) - 1
}

export const twoAccounts: Strategy = {
  name: 'stakes deposit and bonus of two accounts on Up and Down, and withdraws what the winner has',
  per: 'deposit',
  kind: cash,
  play: () => exactly(playTwoAccounts(defaultTerms)),
  planted: {
    fault: 'what a bonus has won were free',
    play: () => exactly(playTwoAccounts({ ...defaultTerms, freesWinnings: true })),
  },
}

/** Makes each stake in both directions: the pair loses little and surely. @param counts whether opposite stakes are turnover */
function playPairedTurnover(counts: boolean, factor: number): number {
  const terms = { ...defaultTerms, countsOpposite: counts, turnoverFactor: factor }
  const accounts = [new BonusAccount(deposit, deposit, terms), new BonusAccount(deposit, deposit, terms)]
  const stake = 20_000
  for (let turn = 0; turn < 400; turn += 1) {
    if (accounts.some(({ cash: left, isFinished }) => isFinished || left < stake)) break
    for (const [index, account] of accounts.entries())
      account.trade(stake, upDown.payoutPercent, (turn % 2 === 0) === (index === 0), true)
  }
  return accounts.reduce((sum, account) => sum + account.withdraw(), 0) / (2 * deposit) - 1
}

export const pairedTurnover: Strategy = {
  name: 'makes the turnover of two bonuses by opposite stakes, so that luck cannot end it',
  per: 'deposit',
  kind: cash,
  play: () => exactly(playPairedTurnover(false, defaultTerms.turnoverFactor)),
  planted: { fault: 'opposite stakes counted, and a factor of 10', play: () => exactly(playPairedTurnover(true, 10)) },
}
