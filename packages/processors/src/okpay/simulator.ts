import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const okpaySimulator = createWalletSimulator('okpay', 'OKPAY', 'OKPAY')
