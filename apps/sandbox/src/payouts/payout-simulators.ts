import { bankPayouts } from './bank/simulator.ts'
import { bitcoinPayouts } from './bitcoin/simulator.ts'
import { ethereumPayouts } from './ethereum/simulator.ts'
import type { PayoutSimulator } from './payout-simulator.ts'
import { walletPayouts } from './wallet/simulator.ts'

export const payoutSimulators: readonly PayoutSimulator[] = [
  walletPayouts,
  bankPayouts,
  bitcoinPayouts,
  ethereumPayouts,
]
