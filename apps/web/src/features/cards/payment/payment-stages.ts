import type { DepositView } from '@tradefront/contract/cards'
import { processorByName } from '@tradefront/processors/registry'
import type { TextKey } from '@tradefront/texts/keys'

/** The plain steps of a payment, in the order in which they are shown. */
export const stages = ['check', 'ask', 'other', 'confirm'] as const
export type Stage = (typeof stages)[number]

/** How far a payment has come. `reached` never goes back; `tookOther` stays once another way was needed. */
export type Progress = { readonly reached: Stage; readonly tookOther: boolean }

export const noProgress: Progress = { reached: 'check', tookOther: false }

/** The progress after the deposit has changed: never behind where it was. */
export function progressAfter(before: Progress, deposit: DepositView | null): Progress {
  const present = stageOf(deposit)
  const further = stages.indexOf(present) > stages.indexOf(before.reached)
  return {
    reached: further ? present : before.reached,
    tookOther: before.tookOther || present === 'other' || ways(deposit) > 1,
  }
}

/** The stages to show: another way only where one was needed. */
export function shownStages({ tookOther }: Progress): readonly Stage[] {
  return stages.filter((stage) => stage !== 'other' || tookOther)
}

/** What the present step means for the trader. */
export function noteOf(deposit: DepositView | null): TextKey {
  const step = deposit?.step ?? null
  if (step?.action?.kind === 'redirect') return 'cards.note_bank_page'
  if (step?.action?.kind === 'dialog') return 'cards.note_dialog'
  switch (stageOf(deposit)) {
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

function stageOf(deposit: DepositView | null): Stage {
  if (deposit === null) return 'check'
  const { step, next } = deposit
  if (step === null) {
    if (ways(deposit) > 0) return next === null ? 'confirm' : 'other'
    return next !== null && processorByName(next).charges ? 'ask' : 'check'
  }
  if (!processorByName(step.processor).charges) return 'check'
  if (step.state === 'pending' || step.state === 'in_doubt' || step.state === 'manual_review') return 'confirm'
  return ways(deposit) > 1 ? 'other' : 'ask'
}

/** Processors that could have taken the money and were asked. */
function ways(deposit: DepositView | null): number {
  return deposit?.tried.filter((name) => processorByName(name).charges).length ?? 0
}
