// Stand-in until the limits are written here.
export function minimumDeposit(input: { currency: string; rate: number; affiliateId: string | null; affiliatesMin300: readonly string[]; override: number | null }): number {
  const base = input.override ?? (input.affiliateId !== null && input.affiliatesMin300.includes(input.affiliateId) ? 300 : 250)
  return base * input.rate
}
