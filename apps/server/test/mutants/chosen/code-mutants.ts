import { claimMutants } from './claim-mutants.ts'
import type { CodeMutant } from './code-mutant.ts'
import { cryptoMutants } from './crypto-mutants.ts'
import { paymentMutants } from './payment-mutants.ts'
import { promoMutants } from './promo-mutants.ts'
import { resultMutants } from './result-mutants.ts'
import { stateMachineMutants } from './state-machine-mutants.ts'
import { takenBackMutants } from './taken-back-mutants.ts'
import { tradingMutants } from './trading-mutants.ts'
import { walletMutants } from './wallet-mutants.ts'

/** By name, with the reason: mutants that change nothing a test could see. They are left out; none is known. */
export const equivalentMutants: Readonly<Record<string, string>> = {}

export const codeMutants: readonly CodeMutant[] = [
  ...stateMachineMutants,
  ...resultMutants,
  ...takenBackMutants,
  ...paymentMutants,
  ...promoMutants,
  ...claimMutants,
  ...walletMutants,
  ...cryptoMutants,
  ...tradingMutants,
]
