import { type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import type { RefundableCapture, ReturnSource } from '@tradefront/rules/withdrawal/plan-payouts'
import { computeUntraded } from '@tradefront/rules/withdrawal/untraded'

import { type QuotedPayout, quoteWithdrawal } from '../../src/modules/withdrawal/quote-withdrawal.ts'
import { toWithdrawalSettings } from '../../src/modules/withdrawal/withdrawal-settings.ts'
import { bestPayout, settings } from './strategy.ts'

/** The product's rules, of which a planted fault replaces one. */
export type ReturnRules = {
  readonly turnoverFactor: number
  /** True if untraded money goes back to any charge, not only to its own. */
  readonly toAnyCharge: boolean
  /** True if a refund of traded money gives back the turnover that has freed it. */
  readonly turnoverCountsAgain: boolean
}

export const productReturnRules: ReturnRules = {
  turnoverFactor: settings.deposit_turnover_factor,
  toAnyCharge: false,
  turnoverCountsAgain: false,
}

const wallets: readonly WithdrawalMethod[] = ['skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay']
const isCoins = (method: WithdrawalMethod) => method === 'bitcoin' || method === 'eth'

/** Returns what a processor takes of a payment that comes in, in percent. */
export function findCostIn(method: WithdrawalMethod): number {
  if (method === 'card') return 2.9
  return wallets.includes(method) ? 2.5 : 0
}

/** Edge of each trade, of the option with the best odds. */
const edge = 1 - (1 + bestPayout / 100) / 2

type Charge = {
  readonly method: WithdrawalMethod
  readonly amount: number
  /** Turnover since the charge, and until the next one. */
  turnover: number
  back: number
  untradedBack: number
}

const now = new Date(0)
const destinations = withdrawalMethods.flatMap((method) =>
  method === 'card'
    ? []
    : [{ id: method, method, account: method, state: 'proved' as const, wrongCodes: 0, usableFrom: now }],
)

export type PayingAccount = ReturnType<typeof createPayingAccount>

/** Creates the money of one verified trader: what was paid in, traded and withdrawn, by the rules of the product. Amounts are in cents. */
export function createPayingAccount(rules: ReturnRules = productReturnRules) {
  const { turnoverFactor, toAnyCharge, turnoverCountsAgain } = rules
  const charges: Charge[] = []
  let cash = 0

  const computeParts = () =>
    computeUntraded(
      charges.map(({ amount, turnover, back, untradedBack }) => ({
        left: amount - back,
        toTrade: amount - (turnoverCountsAgain ? back : untradedBack),
        turnoverAfter: turnover,
      })),
      turnoverFactor,
    )

  const listSources = (parts: readonly number[]): readonly ReturnSource[] =>
    withdrawalMethods.flatMap((method) => {
      const captures = charges.flatMap((charge, index): RefundableCapture[] => {
        const left = charge.amount - charge.back
        const untraded = toAnyCharge ? left : (parts[index] ?? 0)
        const isOwn = charge.method === method && left > 0 && method !== 'bank' && method !== 'webmoney'
        return isOwn ? [{ attemptId: index, number: 1, left, untraded, isCoins: isCoins(method) }] : []
      })
      const paidIn = charges.filter((charge) => charge.method === method)
      const owed = paidIn.reduce((sum, { amount, back }) => sum + amount - back, 0)
      return paidIn.length === 0 ? [] : [{ method, owed, captures }]
    })

  return {
    deposit: (method: WithdrawalMethod, amount: number): void => {
      charges.push({ method, amount, turnover: 0, back: 0, untradedBack: 0 })
      cash += amount
    },

    /** Trades. @param lost the rest of the stake comes back; by default what the house keeps on average */
    trade: (stake: number, lost = Math.ceil(stake * edge)): void => {
      const last = charges.at(-1)
      if (last !== undefined) last.turnover += stake
      cash -= lost
    },

    getCash: (): number => cash,

    /** Withdraws, and returns the parts that arrive. Returns null if it is refused. */
    withdraw: (method: WithdrawalMethod, amount: number): readonly QuotedPayout[] | null => {
      const { parts, leftToTrade } = computeParts()
      const untraded = parts.reduce((sum, part) => sum + part, 0)
      const money = { cash, bonus: 0, openCount: 0, frozenCount: 0, released: 0, takenOut: 0 }
      const facts = {
        sources: listSources(parts),
        captures: [],
        untraded,
        leftToTrade,
        debt: 0,
        destinations,
        money: { ...money, turnoverDone: 0, turnoverRequired: 0 },
      }
      const trader = { id: 1, currency: 'USD', isVerified: true } as const
      const order = { method, amount, withBonus: false }
      const quoted = quoteWithdrawal(trader, order, facts, toWithdrawalSettings(settings), now)
      if (!quoted.ok) return null
      cash -= amount
      for (const payout of quoted.value.payouts) {
        const charge = payout.capture === null ? undefined : charges[payout.capture.attemptId]
        if (charge === undefined) continue
        charge.back += Math.max(payout.amount, payout.untraded)
        charge.untradedBack += payout.untraded
      }
      return quoted.value.payouts
    },
  }
}

/** Sums what arrives of several payouts. */
export function sumReceived(payouts: readonly QuotedPayout[] | null): number {
  return (payouts ?? []).reduce((sum, { amount }) => sum + amount, 0)
}
