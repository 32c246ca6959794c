import type { Currency } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import {
  buildStatementDescriptor,
  maxStatementCodeAttempts,
  normalizeStatementCode,
  toDescriptorName,
} from '@tradefront/rules/validation/statement-code'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AlertsService } from '../alerts/service.ts'
import { toUnconfirmedAlert } from './statement-code-operator.ts'
import {
  confirmByTrader,
  countWrongCode,
  findRequiringDeposit,
  findStatementCode,
  hasCreditedCardDeposit,
  insertCodeCharge,
  insertStatementCode,
  isStatementCodeRequired,
} from './statement-code-store.ts'
import type { ValidationSettings } from './validation-settings.ts'

export { createStatementCodeOperator, type StatementCodeOperator } from './statement-code-operator.ts'
export { toValidationSettings } from './validation-settings.ts'

/** Whether the trader must enter the statement code first. */
export type IsCodeRequired = (reader: Db, userId: number) => Promise<boolean>

export type ValidationDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly getSettings: () => Promise<ValidationSettings>
  /** Six digits. */
  readonly newCode: () => string
  readonly publishUser: (userId: number) => Promise<void>
  readonly alerts: Pick<AlertsService, 'raiseAlert'>
}

/** `amount` in minor units. */
export type CardCharge = {
  readonly id: string
  readonly userId: number
  readonly amount: number
  readonly currency: Currency
}

export type CodeAttempt = {
  readonly attemptsLeft: number
  readonly result: Result<void, 'validation.wrong_code' | 'validation.no_attempts' | 'validation.not_needed'>
}

export type ValidationService = ReturnType<typeof createValidationService>

/** Traders prove by a code on their card statement that the card is theirs (spec: account 4). */
export function createValidationService({ db, clock, getSettings, newCode, publishUser, alerts }: ValidationDeps) {
  const requiresCode = async ({ mode, fromAmount }: ValidationSettings, charge: CardCharge) =>
    mode === 'above_amount'
      ? charge.amount >= toThreshold(fromAmount, charge.currency, 'up')
      : !(await hasCreditedCardDeposit(db, charge.userId))

  return {
    /**
     * The line for the card statement, or null for the processor's usual one. Call it before each charge of a card: what requires
     * the code is written first, because the charge can be credited at once.
     */
    prepareDescriptor: async (charge: CardCharge): Promise<string | null> => {
      const settings = await getSettings()
      if (settings.mode === 'off') return null
      const { userId } = charge
      const known = await findStatementCode(db, userId)
      if (known?.isConfirmed === true) return null
      const isRequired = await requiresCode(settings, charge)
      if (known === null && !isRequired) return null
      if (known === null) await insertStatementCode(db, userId, newCode(), clock.now())
      if (isRequired) await insertCodeCharge(db, charge.id, userId, clock.now())
      const code = known ?? (await findStatementCode(db, userId))
      return code === null || code.isConfirmed ? null : buildStatementDescriptor(settings.statementName, code.code)
    },

    /** Whether the trader must enter the code first: until then nothing is bought, invoiced or withdrawn. */
    isCodeRequired: async (reader: Db, userId: number): Promise<boolean> =>
      (await getSettings()).mode !== 'off' && (await isStatementCodeRequired(reader, userId)),

    tryCode: async (userId: number, entered: string): Promise<CodeAttempt> => {
      const { mode } = await getSettings()
      const code = mode === 'off' ? null : await findStatementCode(db, userId)
      if (code?.isConfirmed === true) return { attemptsLeft: code.attemptsLeft, result: ok() }
      if (code === null || (await findRequiringDeposit(db, userId)) === null)
        return { attemptsLeft: maxStatementCodeAttempts, result: refuse('validation.not_needed') }
      const isRight = normalizeStatementCode(entered) === code.code
      const left = isRight ? await confirmByTrader(db, userId, clock.now()) : await countWrongCode(db, userId)
      if (left === null) {
        // Another request was faster, and has used the last attempt or confirmed the code.
        const now = await findStatementCode(db, userId)
        const attemptsLeft = now?.attemptsLeft ?? 0
        return { attemptsLeft, result: now?.isConfirmed === true ? ok() : refuse('validation.no_attempts') }
      }
      await publishUser(userId)
      if (left === 0) await alerts.raiseAlert(toUnconfirmedAlert(userId))
      if (isRight) return { attemptsLeft: left, result: ok() }
      return {
        attemptsLeft: left,
        result: left === 0 ? refuse('validation.no_attempts') : refuse('validation.wrong_code', { count: left }),
      }
    },

    /** The deposit whose statement line has the code that the trader must enter, or null. */
    findCharge: async (userId: number): Promise<{ depositId: string; name: string } | null> => {
      const { mode, statementName } = await getSettings()
      const code = mode === 'off' ? null : await findStatementCode(db, userId)
      if (code === null || code.isConfirmed) return null
      const depositId = await findRequiringDeposit(db, userId)
      return depositId === null ? null : { depositId, name: toDescriptorName(statementName) }
    },
  }
}
