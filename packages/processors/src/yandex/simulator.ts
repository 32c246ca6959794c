import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const yandexSimulator = createWalletSimulator('yandex', 'YANDEX', 'Yandex Money')
