import type { Settings } from '../settings/service.ts'

export type ValidationSettings = {
  readonly mode: Settings['transaction_validation']
  /** Base currency. */
  readonly fromAmount: number
  readonly statementName: string
}

export function toValidationSettings(settings: Settings): ValidationSettings {
  return {
    mode: settings.transaction_validation,
    fromAmount: settings.transaction_validation_amount,
    statementName: settings.statement_name,
  }
}
