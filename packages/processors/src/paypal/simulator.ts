import type { ChargeSimulator } from '../simulator/processor-simulator.ts'
import { createWalletSimulator } from '../simulator/wallet-simulator.ts'

export const paypalSimulator: ChargeSimulator = {
  ...createWalletSimulator('paypal', 'PAYPAL', 'PayPal'),
  buildReply: (charge, { page }) => {
    if (charge.state === 'requires_action') return { status: 'success', data: { redirect_url: page, state: 'CREATED' } }
    if (charge.state === 'succeeded') return { status: 'success', data: { state: 'COMPLETED' } }
    return charge.reason === null ? { status: 'success', data: { state: 'PENDING' } } : { status: 'declined' }
  },
}
