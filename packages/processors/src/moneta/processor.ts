import { createWallet } from '../shared/create-wallet.ts'

export const moneta = createWallet('moneta', { name: 'MONETA' })
