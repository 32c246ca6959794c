import { createWallet } from '../shared/create-wallet.ts'

export const perfect = createWallet('perfect', { name: 'PERFECT' })
