import { createWallet } from '../shared/create-wallet.ts'

export const okpay = createWallet('okpay', { name: 'OKPAY' })
