import { createWallet } from '../shared/create-wallet.ts'

export const qiwi = createWallet('qiwi', { name: 'QIWI' })
