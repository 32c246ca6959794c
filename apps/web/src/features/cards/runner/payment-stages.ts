import type { Deposit } from '@tradefront/contract/domain/deposits'
import { getProcessor } from '@tradefront/processors/registry'
import type { TextKey } from '@tradefront/texts/keys'

/** In the order of the screen. */
export const stages = ['check', 'ask', 'other', 'confirm'] as const
export type Stage = (typeof stages)[number]

/** `reached` never goes back. `usedAlternative` stays true once a second processor was needed. */
export type StageProgress = { readonly reached: Stage; readonly usedAlternative: boolean }

export const initialProgress: StageProgress = { reached: 'check', usedAlternative: false }

export function advanceProgress(before: StageProgress, deposit: Deposit | null): StageProgress {
  const current = getStage(deposit)
  const further = stages.indexOf(current) > stages.indexOf(before.reached)
  return {
    reached: further ? current : before.reached,
    usedAlternative: before.usedAlternative || current === 'other' || countChargingAttempts(deposit) > 1,
  }
}

export function getVisibleStages({ usedAlternative }: StageProgress): readonly Stage[] {
  return stages.filter((stage) => stage !== 'other' || usedAlternative)
}

export function getStageNote(deposit: Deposit | null): TextKey {
  const step = deposit?.step ?? null
  if (step?.action?.kind === 'redirect') return 'cards.note_bank_page'
  if (step?.action?.kind === 'dialog') return 'cards.note_dialog'
  switch (getStage(deposit)) {
    case 'check':
      return 'cards.note_check'
    case 'ask':
      return 'cards.note_ask'
    case 'other':
      return 'cards.note_other'
    case 'confirm':
      return 'cards.note_confirm'
  }
}

function getStage(deposit: Deposit | null): Stage {
  if (deposit === null) return 'check'
  const { step, next } = deposit
  if (step === null) {
    if (countChargingAttempts(deposit) > 0) return next === null ? 'confirm' : 'other'
    return next !== null && getProcessor(next).canCharge ? 'ask' : 'check'
  }
  if (!getProcessor(step.processor).canCharge) return 'check'
  if (step.state === 'pending' || step.state === 'in_doubt' || step.state === 'manual_review') return 'confirm'
  return countChargingAttempts(deposit) > 1 ? 'other' : 'ask'
}

function countChargingAttempts(deposit: Deposit | null): number {
  return deposit?.tried.filter((name) => getProcessor(name).canCharge).length ?? 0
}
