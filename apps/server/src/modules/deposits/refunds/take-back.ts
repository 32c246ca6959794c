import type { AttemptResult } from '../attempt-result.ts'
import type { Capture, Deposit } from '../deposit.ts'
import type { ReversalService } from './reversal-service.ts'
import type { SuspenseService } from './suspense-service.ts'

export type TakenBackCapture = { readonly deposit: Deposit; readonly capture: Capture }

/** Books captured money that the processor took back. False if the capture has changed since it was read. */
export type TakeBack = (
  captured: TakenBackCapture,
  reported: Pick<AttemptResult, 'source' | 'takenBackAs' | 'operatorAction'>,
) => Promise<boolean>

type TakeBackDeps = {
  readonly reversals: ReversalService
  readonly suspense: SuspenseService
}

export function createTakeBack({ reversals, suspense }: TakeBackDeps): TakeBack {
  return async ({ deposit, capture }, { source, takenBackAs, operatorAction }) => {
    if (takenBackAs === undefined) return false
    const result =
      capture.status === 'suspense'
        ? await suspense.takeBackSuspense(capture, source, operatorAction?.by)
        : await reversals.takeBackCapture(deposit, capture, takenBackAs, operatorAction)
    return result.ok
  }
}
