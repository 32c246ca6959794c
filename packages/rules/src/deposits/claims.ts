/** Ways to pay outside the product, which the trader reports and an operator confirms (spec: funding 7). */
export const claimMethods = ['bitcoin', 'litecoin', 'WebMoney', 'bank'] as const
export type ClaimMethod = (typeof claimMethods)[number]
/** In place of a processor: the ledger account is `clearing:<code>`. */
export const claimCodes = {
  bitcoin: 'BITCOIN',
  litecoin: 'LITECOIN',
  WebMoney: 'WEBMONEY',
  bank: 'BANK',
} as const satisfies Record<ClaimMethod, string>
export type ClaimCode = (typeof claimCodes)[ClaimMethod]

export function isClaimCode(name: string): name is ClaimCode {
  return Object.values(claimCodes).some((code) => code === name)
}

/** Received money ends a claim well if it is at least what was claimed; less is credited without a bonus. Minor units. */
export function isClaimReached(claimed: number, received: number): boolean {
  return received >= claimed
}

/** Lower case, also from a link to an explorer. Null without one. */
export function findTransactionId(text: string): string | null {
  return /(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/i.exec(text)?.[0].toLowerCase() ?? null
}
