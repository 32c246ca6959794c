/** Ways to pay outside the product, which the trader reports and an operator confirms (spec: funding 7). */
export const claimMethods = ['bitcoin', 'litecoin', 'WebMoney', 'bank'] as const
export type ClaimMethod = (typeof claimMethods)[number]
/** Codes of claims, used in place of a processor. The ledger account is `clearing:<code>`. */
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

/** Returns true if enough was received. Less than the claimed amount is credited without a bonus. Amounts are in minor units. */
export function isClaimReached(claimed: number, received: number): boolean {
  return received >= claimed
}

/** Finds a transaction id, also in a link to an explorer, and returns it in lower case. Returns null if there is none. */
export function findTransactionId(text: string): string | null {
  return /(?<![0-9a-z])[0-9a-f]{64}(?![0-9a-z])/i.exec(text)?.[0].toLowerCase() ?? null
}
