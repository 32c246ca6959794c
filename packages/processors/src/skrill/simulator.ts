import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const skrillSimulator = createWalletSimulator('skrill', 'SKRILL', 'Skrill')
