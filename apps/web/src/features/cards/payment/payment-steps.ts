import type { Deposit } from '@tradefront/contract/domain/deposits'
import { getProcessor } from '@tradefront/processors/registry'
import type { TextKey } from '@tradefront/texts/keys'

/**
 * Steps in the order of the screen. `ask`: the first processor. `other`: each further one. `verify`: the bank or processor asks the trader.
 * `confirm`: waiting for the result.
 */
export type PaymentStepId = 'check' | 'ask' | 'other' | 'verify' | 'confirm'

export type PaymentStep = {
  readonly id: PaymentStepId
  readonly state: 'done' | 'present' | 'ahead' | 'failed'
  readonly note: TextKey | null
}

/** Lists what the trader sees of an unfinished deposit; null before it is open. Only what the server reported is done or failed. */
export function listPaymentSteps(deposit: Deposit | null): readonly PaymentStep[] {
  const present = findPresentStep(deposit)
  const hasFailure = countFailedAttempts(deposit) > 0
  const step = (id: PaymentStepId, state: PaymentStep['state']): PaymentStep => ({
    id,
    state: id === present ? 'present' : state,
    note: id === present ? getNote(id, deposit) : state === 'failed' ? getFailureNote(id) : null,
  })
  return [
    step('check', deposit?.unchecked === true ? 'failed' : 'done'),
    step('ask', hasFailure ? 'failed' : present === 'check' ? 'ahead' : 'done'),
    ...(hasFailure ? [step('other', 'done')] : []),
    ...(present === 'verify' ? [step('verify', 'done')] : []),
    step('confirm', 'ahead'),
  ]
}

/**
 * Returns true for a bank's page that comes after that of another processor. It is announced first, so that the trader knows why the bank
 * asks again.
 */
export function isFurtherBankPage({ step, redirectedBy }: Deposit): boolean {
  return step?.action?.kind === 'redirect' && redirectedBy.some((name) => name !== step.processor)
}

function findPresentStep(deposit: Deposit | null): PaymentStepId {
  if (deposit === null) return 'check'
  const { step, next } = deposit
  const hasFailure = countFailedAttempts(deposit) > 0
  if (step === null) {
    if (next === null) return countChargingAttempts(deposit) > 0 ? 'confirm' : 'check'
    if (hasFailure) return 'other'
    return getProcessor(next).canCharge ? 'ask' : 'check'
  }
  if (!getProcessor(step.processor).canCharge) return 'check'
  if (step.action?.kind === 'redirect' || step.action?.kind === 'dialog') return 'verify'
  if (step.state === 'pending' || step.state === 'in_doubt' || step.state === 'manual_review') return 'confirm'
  return hasFailure ? 'other' : 'ask'
}

function getNote(id: PaymentStepId, deposit: Deposit | null): TextKey {
  if (id === 'verify' && deposit?.step?.action?.kind === 'dialog') return 'cards.note_dialog'
  return `cards.note_${id}`
}

function getFailureNote(id: PaymentStepId): TextKey {
  return id === 'check' ? 'cards.note_unchecked' : 'cards.note_failed'
}

function countChargingAttempts(deposit: Deposit | null): number {
  return deposit?.tried.filter((name) => getProcessor(name).canCharge).length ?? 0
}

/** Counts failed attempts. The last one has failed only if another processor follows or its step is under way. */
function countFailedAttempts(deposit: Deposit | null): number {
  if (deposit === null) return 0
  const isLastOpen = deposit.step === null ? deposit.next === null : getProcessor(deposit.step.processor).canCharge
  return Math.max(0, countChargingAttempts(deposit) - (isLastOpen ? 1 : 0))
}
