import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const qiwiSimulator = createWalletSimulator('qiwi', 'QIWI', 'QIWI')
