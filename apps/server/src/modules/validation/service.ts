import { randomInt } from 'node:crypto'

import type { Currency } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import {
  buildStatementDescriptor,
  maxStatementCodeAttempts,
  normalizeStatementCode,
  statementCodeDigits,
  toDescriptorName,
} from '@tradefront/rules/validation/statement-code'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { raiseAlert } from '../alerts/service.ts'
import type { Settings } from '../settings/service.ts'
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

/** A charge of a card, with `amount` in minor units. */
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

// Traders prove by a code on their card statement that the card is theirs (spec: account 4).

/**
 * Returns the line for the card statement, or null for the processor's usual one. Call it before each charge of a card: what requires
 * the code is written first, because the charge can be credited at once.
 */
export async function prepareDescriptor(context: AppContext, charge: CardCharge): Promise<string | null> {
  const { db, clock } = context
  const settings = await getValidationSettings(context)
  if (settings.mode === 'off') return null
  const { userId } = charge
  const known = await findStatementCode(db, userId)
  if (known?.isConfirmed) return null
  const isRequired = await requiresCode(context, settings, charge)
  if (known === null && !isRequired) return null
  if (known === null) await insertStatementCode(db, userId, createCode(), clock.now())
  if (isRequired) await insertCodeCharge(db, charge.id, userId, clock.now())
  const code = known ?? (await findStatementCode(db, userId))
  return code === null || code.isConfirmed ? null : buildStatementDescriptor(settings.statementName, code.code)
}

/** Returns whether the trader must enter the code first: until then nothing is bought, invoiced or withdrawn. */
export async function isCodeRequired(context: AppContext, reader: Db, userId: number): Promise<boolean> {
  return (await getValidationSettings(context)).mode !== 'off' && (await isStatementCodeRequired(reader, userId))
}

export async function tryStatementCode(context: AppContext, userId: number, entered: string): Promise<CodeAttempt> {
  const { db, clock } = context
  const { mode } = await getValidationSettings(context)
  const code = mode === 'off' ? null : await findStatementCode(db, userId)
  if (code?.isConfirmed) return { attemptsLeft: code.attemptsLeft, result: ok() }
  if (code === null || (await findRequiringDeposit(db, userId)) === null)
    return { attemptsLeft: maxStatementCodeAttempts, result: refuse('validation.not_needed') }
  const isRight = normalizeStatementCode(entered) === code.code
  const left = isRight ? await confirmByTrader(db, userId, clock.now()) : await countWrongCode(db, userId)
  if (left === null) {
    // Another request was faster, and has used the last attempt or confirmed the code.
    const now = await findStatementCode(db, userId)
    const attemptsLeft = now?.attemptsLeft ?? 0
    return { attemptsLeft, result: now?.isConfirmed ? ok() : refuse('validation.no_attempts') }
  }
  await publishUserChanged(context, userId)
  if (left === 0) await raiseAlert(db, toUnconfirmedAlert(userId), clock.now())
  if (isRight) return { attemptsLeft: left, result: ok() }
  return {
    attemptsLeft: left,
    result: left === 0 ? refuse('validation.no_attempts') : refuse('validation.wrong_code', { count: left }),
  }
}

/** Finds the deposit whose statement line has the code that the trader must enter, or null. */
export async function findStatementCharge(
  context: AppContext,
  userId: number,
): Promise<{ depositId: string; name: string } | null> {
  const { mode, statementName } = await getValidationSettings(context)
  const code = mode === 'off' ? null : await findStatementCode(context.db, userId)
  if (code === null || code.isConfirmed) return null
  const depositId = await findRequiringDeposit(context.db, userId)
  return depositId === null ? null : { depositId, name: toDescriptorName(statementName) }
}

async function requiresCode({ db }: AppContext, { mode, fromAmount }: ValidationSettings, charge: CardCharge) {
  return mode === 'above_amount'
    ? charge.amount >= toThreshold(fromAmount, charge.currency, 'up')
    : !(await hasCreditedCardDeposit(db, charge.userId))
}

function createCode(): string {
  return String(randomInt(10 ** statementCodeDigits)).padStart(statementCodeDigits, '0')
}

type ValidationSettings = {
  readonly mode: Settings['transaction_validation']
  /** Deposits of this amount or more need a code, in base currency. */
  readonly fromAmount: number
  readonly statementName: string
}

async function getValidationSettings(context: AppContext): Promise<ValidationSettings> {
  const settings = await context.settings.getSettings()
  return {
    mode: settings.transaction_validation,
    fromAmount: settings.transaction_validation_amount,
    statementName: settings.statement_name,
  }
}
