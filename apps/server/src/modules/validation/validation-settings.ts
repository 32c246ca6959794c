import type { AppContext } from '../../context.ts'
import type { Settings } from '../settings/service.ts'

export type ValidationSettings = {
  readonly mode: Settings['transaction_validation']
  /** Base currency. */
  readonly fromAmount: number
  readonly statementName: string
}

export async function getValidationSettings(context: AppContext): Promise<ValidationSettings> {
  const settings = await context.settings.getSettings()
  return {
    mode: settings.transaction_validation,
    fromAmount: settings.transaction_validation_amount,
    statementName: settings.statement_name,
  }
}
