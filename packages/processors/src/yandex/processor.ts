import { createWallet } from '../shared/create-wallet.ts'

export const yandex = createWallet('yandex', { name: 'YANDEX' })
