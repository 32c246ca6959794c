import type { Charge, DeclineReason } from '../simulator/charge.ts'
import type { SandboxUrls } from '../simulator/processor-simulator.ts'

/** ORANGE's message for each reason. */
export const orangeReasons: Record<DeclineReason, string> = {
  declined: 'Card declined',
  insufficient_funds: 'Not sufficient funds',
  expired_card: 'Expired card',
  bad_code: 'Incorrect security code',
  processing_error: 'Processing error',
  bad_card: 'Card not accepted',
  incorrect_pin: 'Incorrect PIN',
  no_such_card: 'No such card',
  card_disabled: 'Your card is disabled',
  blacklisted: 'Card not accepted',
  secure_required: '3-D Secure required',
  secure_refused: '3-D Secure failed',
}

/** Builds the native reply of ORANGE and UNIVERSE. */
export function buildOrangeReply(charge: Charge, { page }: SandboxUrls): Record<string, unknown> {
  if (charge.state === 'requires_action')
    return { status: 'success', hashed_id: charge.reference, data: { links: { redirect_uri: page } } }
  if (charge.reason === null) {
    const status = charge.state === 'succeeded' ? 'successful' : 'pending'
    return { status: 'success', hashed_id: charge.reference, data: { charge: { attributes: { status } } } }
  }
  const message = orangeReasons[charge.reason]
  return { status: 'failed', message, data: { charge: { attributes: { status: 'failed', failure_reason: message } } } }
}
