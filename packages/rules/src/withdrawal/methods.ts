import type { ClaimCode } from '../deposits/claims.ts'

/** Ways to send money out, by the names of their tabs on the funding page. */
export const withdrawalMethods = [
  'card',
  'bitcoin',
  'eth',
  'skrill',
  'neteller',
  'paypal',
  'perfect',
  'yandex',
  'qiwi',
  'okpay',
  'webmoney',
  'bank',
] as const
export type WithdrawalMethod = (typeof withdrawalMethods)[number]

/** Channels that send the money. A card gets a refund of what was charged, by the processor that charged it. */
export const payoutChannels = {
  card: 'card',
  bitcoin: 'bitcoin',
  eth: 'ethereum',
  skrill: 'wallet',
  neteller: 'wallet',
  paypal: 'wallet',
  perfect: 'wallet',
  yandex: 'wallet',
  qiwi: 'wallet',
  okpay: 'wallet',
  webmoney: 'wallet',
  bank: 'bank',
} as const satisfies Record<WithdrawalMethod, string>
export type PayoutChannel = (typeof payoutChannels)[WithdrawalMethod]

export function isWithdrawalMethod(name: string): name is WithdrawalMethod {
  return withdrawalMethods.some((method) => method === name)
}

/** Returns true for an own address or bank account. Cards and wallets only get back what they have paid in. */
export function isForAnyone(method: WithdrawalMethod): boolean {
  return method === 'bank' || method === 'bitcoin' || method === 'eth'
}

const sourcesByProcessor: Readonly<Record<string, WithdrawalMethod | null>> = {
  BTC: 'bitcoin',
  ETH: 'eth',
  SKRILL: 'skrill',
  NETELLER: 'neteller',
  PAYPAL: 'paypal',
  PERFECT: 'perfect',
  YANDEX: 'yandex',
  QIWI: 'qiwi',
  OKPAY: 'okpay',
  ...({
    BITCOIN: 'bitcoin',
    WEBMONEY: 'webmoney',
    BANK: 'bank',
    // There are no payouts in litecoin.
    LITECOIN: null,
  } satisfies Record<ClaimCode, WithdrawalMethod | null>),
}

/** Processors that are listed here; all others charge cards. */
export const sourceProcessors: readonly string[] = Object.keys(sourcesByProcessor)

/** Finds the method by which money of a processor goes back. MONETA and UNIONPAY charge cards. Null for reported payments without a method of their own, whose money every method can send. */
export function findSourceMethod(processor: string): WithdrawalMethod | null {
  const source = sourcesByProcessor[processor]
  return source === undefined ? 'card' : source
}

/** Returns whether the processor that made a charge can refund it. Coins and reported payments have none. */
export function canRefundCharge(processor: string): boolean {
  return findSourceMethod(processor) === 'card' || refundingWallets.includes(processor)
}

const refundingWallets: readonly string[] = ['SKRILL', 'NETELLER', 'PAYPAL', 'PERFECT', 'YANDEX', 'QIWI', 'OKPAY']

/** Codes of the processors whose charges can't be refunded. */
export const unrefundableProcessors: readonly string[] = sourceProcessors.filter((name) => !canRefundCharge(name))

/**
 * Lists the methods that are open to a trader: first those that the trader has paid in by.
 * @param enabled by the operator
 */
export function listOpenMethods(
  enabled: readonly string[],
  paidInBy: readonly WithdrawalMethod[],
): readonly WithdrawalMethod[] {
  const open = withdrawalMethods.filter((method) => enabled.includes(method))
  const used = open.filter((method) => paidInBy.includes(method))
  return [...used, ...open.filter((method) => isForAnyone(method) && !used.includes(method))]
}
