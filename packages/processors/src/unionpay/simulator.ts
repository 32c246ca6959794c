import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const unionpaySimulator = createWalletSimulator('unionpay', 'UNIONPAY', 'UnionPay')
