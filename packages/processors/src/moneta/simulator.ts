import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const monetaSimulator = createWalletSimulator('moneta', 'MONETA', 'Moneta')
