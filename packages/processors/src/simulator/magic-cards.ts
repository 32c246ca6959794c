import type { DeclineReason, FailureMode } from './charge.ts'

/** A test card. Tests, docs/processors.md and the control page read this table. */
export type MagicCard = {
  readonly name: string
  readonly visa: string
  /** A Mastercard number with the same behaviour. */
  readonly mastercard: string
  readonly does: string
  /** Absent: the card is approved. */
  readonly decline?: DeclineReason
  /** The card needs 3-D Secure, where the processor can ask for it. */
  readonly secure?: true
  readonly failureMode?: FailureMode
}

export const magicCards: readonly MagicCard[] = [
  { name: 'approve', visa: '4242424242424242', mastercard: '5555555555554444', does: 'Approves.' },
  {
    name: 'decline',
    visa: '4000000000000002',
    mastercard: '5200000000000007',
    does: 'Declines; the cascade goes on.',
    decline: 'declined',
  },
  {
    name: 'funds',
    visa: '4000000000009995',
    mastercard: '5200000000009990',
    does: 'Declines: insufficient funds.',
    decline: 'insufficient_funds',
  },
  {
    name: 'expired',
    visa: '4000000000000069',
    mastercard: '5200000000000064',
    does: 'Declines: expired card.',
    decline: 'expired_card',
  },
  {
    name: 'code',
    visa: '4000000000000127',
    mastercard: '5200000000000122',
    does: 'Declines: wrong security code.',
    decline: 'bad_code',
  },
  {
    name: 'processing',
    visa: '4000000000000119',
    mastercard: '5200000000000114',
    does: 'Declines: processing error.',
    decline: 'processing_error',
  },
  {
    name: 'bad-card',
    visa: '4100000000000019',
    mastercard: '5300000000000014',
    does: 'The pre-check (FRAUD) rejects it; all other processors decline it.',
    decline: 'bad_card',
  },
  {
    name: 'secure',
    visa: '4000000000003220',
    mastercard: '5200000000003225',
    does: '3-D Secure, then approves.',
    secure: true,
  },
  {
    name: 'secure-decline',
    visa: '4000008400001629',
    mastercard: '5200008400001624',
    does: '3-D Secure, then declines.',
    secure: true,
    decline: 'declined',
  },
  {
    name: 'lost',
    visa: '4000009900005011',
    mastercard: '5200009900005016',
    does: 'Charged, but the reply is lost.',
    failureMode: 'lost',
  },
  {
    name: 'timeout',
    visa: '4000009900005029',
    mastercard: '5200009900005024',
    does: 'No reply at all, never charged.',
    failureMode: 'timeout',
  },
  {
    name: 'early-webhook',
    visa: '4000009900005037',
    mastercard: '5200009900005032',
    does: 'The webhook comes before the reply.',
    failureMode: 'early_webhook',
  },
  {
    name: 'three-webhooks',
    visa: '4000009900005045',
    mastercard: '5200009900005040',
    does: 'Three webhooks in the wrong order.',
    failureMode: 'three_webhooks',
  },
  {
    name: 'pending',
    visa: '4000009900005052',
    mastercard: '5200009900005057',
    does: 'Pending, success after 60 seconds.',
    failureMode: 'pending',
  },
  {
    name: 'late',
    visa: '4000009900005060',
    mastercard: '5200009900005065',
    does: 'Declined, then a success 30 seconds later, at the first processor that charges. Needs a cascade of one processor: otherwise the next one pays first.',
    decline: 'declined',
    failureMode: 'late',
  },
  {
    name: 'error-after',
    visa: '4000009900005078',
    mastercard: '5200009900005073',
    does: 'Charged, but answered with HTTP 500.',
    failureMode: 'error_after',
  },
  {
    name: 'chargeback',
    visa: '4000009900005086',
    mastercard: '5200009900005081',
    does: 'Approves; 30 seconds later the bank takes the money back (chargeback).',
    failureMode: 'chargeback',
  },
]

/** Returns the behaviour of a card number. Unknown numbers are approved. */
export function findMagicCard(number: string): MagicCard {
  const digits = number.replaceAll(/\D/g, '')
  const found = magicCards.find(({ visa, mastercard }) => visa === digits || mastercard === digits)
  return found ?? { name: 'other', visa: '', mastercard: '', does: 'Approves.' }
}
