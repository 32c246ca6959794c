import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const perfectSimulator = createWalletSimulator('perfect', 'PERFECT', 'Perfect Money')
