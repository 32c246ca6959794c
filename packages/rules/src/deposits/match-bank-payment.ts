export type ArrivedPayment = { readonly amount: number; readonly currency: string; readonly words: string }
export type ReportedPayment = { readonly trader: number; readonly amount: number; readonly currency: string }

/** What a bank payment and the report of a trader have in common. */
export type BankMatch = { readonly reference: boolean; readonly amount: boolean; readonly currency: boolean }

/** Finds the numbers of traders that the payer has written, e.g. `TF-123`. */
export function findTraderReferences(words: string): number[] {
  return [...words.matchAll(/(?<![\p{L}\p{N}])TF[\s-]*(\d{1,15})(?!\p{N})/giu)].map(([, digits]) => Number(digits))
}

/**
 * Finds reports that can be about the payment, best first: the payer has written the trader's reference, or amount and currency are the
 * same. Amounts are in minor units.
 */
export function matchBankPayment<Report extends ReportedPayment>(
  payment: ArrivedPayment,
  reports: readonly Report[],
): { readonly report: Report; readonly agrees: BankMatch }[] {
  const traders = findTraderReferences(payment.words)
  const score = ({ reference, amount, currency }: BankMatch) =>
    Number(reference) * 4 + Number(currency) * 2 + Number(amount)
  return reports
    .map((report) => ({
      report,
      agrees: {
        reference: traders.includes(report.trader),
        amount: report.amount === payment.amount,
        currency: report.currency === payment.currency,
      },
    }))
    .filter(({ agrees }) => agrees.reference || (agrees.amount && agrees.currency))
    .toSorted((a, b) => score(b.agrees) - score(a.agrees))
}
