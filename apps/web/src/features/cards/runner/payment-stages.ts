import type { Deposit } from '@tradefront/contract/domain/deposits'
import { getProcessor } from '@tradefront/processors/registry'
import type { TextKey } from '@tradefront/texts/keys'

/** The plain steps of a payment, in the order in which they are shown. */
export const stages = ['check', 'ask', 'other', 'confirm'] as const
export type Stage = (typeof stages)[number]

/** How far a payment has come. `reached` never goes back; `tookOther` stays once another way was needed. */
export type StageProgress = { readonly reached: Stage; readonly usedAlternative: boolean }

export const initialProgress: StageProgress = { reached: 'check', usedAlternative: false }

/** The progress after the deposit has changed: never behind where it was. */
export function advanceProgress(before: StageProgress, deposit: Deposit | null): StageProgress {
  const current = getStage(deposit)
  const further = stages.indexOf(current) > stages.indexOf(before.reached)
  return {
    reached: further ? current : before.reached,
    usedAlternative: before.usedAlternative || current === 'other' || countChargingAttempts(deposit) > 1,
  }
}

/** The stages to show: another way only where one was needed. */
export function getVisibleStages({ usedAlternative: tookOther }: StageProgress): readonly Stage[] {
  return stages.filter((stage) => stage !== 'other' || tookOther)
}

/** What the present step means for the trader. */
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

/** Processors that could have taken the money and were asked. */
function countChargingAttempts(deposit: Deposit | null): number {
  return deposit?.tried.filter((name) => getProcessor(name).canCharge).length ?? 0
}
