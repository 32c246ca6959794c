import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const netellerSimulator = createWalletSimulator('neteller', 'NETELLER', 'Neteller')
