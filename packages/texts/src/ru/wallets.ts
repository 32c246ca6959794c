import type { wallets as en } from '../en/wallets.ts'

export const wallets: Record<keyof typeof en, string> = {
  'wallets.currency': 'Платите в валюте вашего счёта: {currency}.',
  'wallets.country': 'Этот кошелёк недоступен в вашей стране. Выберите другой способ оплаты.',
  'wallets.switched_off': 'Этот кошелёк сейчас недоступен. Деньги не списаны. Выберите другой способ оплаты.',
}
