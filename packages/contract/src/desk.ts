import { payoutStates, type WithdrawalState } from '@tradefront/rules/withdrawal/withdrawal-states'
import { withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import {
  operatorActions,
  operatorName,
  operatorRoles,
  type OperatorActionName,
  writtenText,
} from './operator-actions.ts'
import { currency, emptyBody, extendPlainReply, singleLine, timeMs, visibleLine } from './wire.ts'

// Calls of the operators' desk, a server of its own. All amounts are in minor units.

/** Base64url. */
const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))

/** Signature of a passkey (Web Authentication, `navigator.credentials.get`). */
export const assertion = z.strictObject({
  credentialId: bytes(1400),
  authenticatorData: bytes(1400),
  clientData: bytes(2800),
  signature: bytes(200),
})
export type Assertion = z.infer<typeof assertion>

const password = z.string().check(z.minLength(12), z.maxLength(72))
const code = z.string().check(z.regex(/^\d{6}$/))
export const maxReasonChars = 500
/** Why an operator wants something, for the audit trail. */
export const commandReason = writtenText(maxReasonChars)
const actionName = z.enum(Object.keys(operatorActions) as [OperatorActionName, ...OperatorActionName[]])

export const passkeyView = z.object({
  credentialId: z.string(),
  label: z.string(),
  createdAtMs: timeMs,
  usableFromMs: timeMs,
})

/** The operator who is logged in. */
export const deskOperator = z.object({
  id: z.number(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /** True if the session was opened with a passkey. */
  withPasskey: z.boolean(),
  sessionEndsMs: timeMs,
  passkeys: z.array(passkeyView),
  /** A part of the site is the sandbox. */
  isTestSite: z.boolean(),
})
export type DeskOperator = z.infer<typeof deskOperator>

const commandState = z.enum(['unsigned', 'needs_second', 'ready', 'done', 'refused', 'cancelled', 'expired'])

export const commandView = z.object({
  id: z.uuid(),
  action: actionName,
  /** The input as JSON, exactly as it was signed. */
  input: z.string(),
  reason: z.string(),
  requestedBy: z.string(),
  /** Null: it is about no trader. */
  trader: z.nullable(z.object({ id: z.number(), name: z.string(), email: z.string() })),
  /** Names of the operators whose signatures count. */
  signedBy: z.array(z.string()),
  /** Number of operators who must sign. */
  people: z.number(),
  createdAtMs: timeMs,
  endedAtMs: z.nullable(timeMs),
  state: commandState,
  /** Text that says why the command was refused, or who cancelled it. */
  note: z.nullable(z.string()),
  /** The text whose SHA-256 a passkey signs. */
  signedText: z.string(),
})
export type CommandView = z.infer<typeof commandView>

/** States of withdrawals that their traders have confirmed. */
export const confirmedStates = [
  'waiting_approval',
  'waiting_documents',
  'approved',
  'paying',
  'paid',
  'paid_part',
  'returned',
  'cancelled',
  'rejected',
] as const satisfies readonly WithdrawalState[]
export type ConfirmedState = (typeof confirmedStates)[number]

export const withdrawalRow = z.object({
  id: z.uuid(),
  number: z.string(),
  trader: z.object({ id: z.number(), name: z.string(), email: z.string(), country: z.string() }),
  method: z.enum(withdrawalMethods),
  amount: z.number(),
  fee: z.number(),
  currency,
  state: z.enum(confirmedStates),
  confirmedAtMs: timeMs,
})
export type WithdrawalRow = z.infer<typeof withdrawalRow>

const payoutView = z.object({
  number: z.number(),
  method: z.enum(withdrawalMethods),
  amount: z.number(),
  state: z.enum(payoutStates),
  /** The account, or the last digits of the card. */
  to: z.string(),
  /** When the account can receive money. Null: the money goes back to a card. */
  usableFromMs: z.nullable(timeMs),
  reference: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

/** Facts that an operator checks before the money leaves. */
export const withdrawalChecks = z.object({
  verification: z.string(),
  accountAgeDays: z.number(),
  cash: z.number(),
  bonus: z.number(),
  hold: z.number(),
  depositedTotal: z.number(),
  withdrawnTotal: z.number(),
  tradeCount: z.number(),
  tradeResult: z.number(),
  chargebacks: z.number(),
  /** Related accounts that traded against this trader. */
  against: z.array(z.object({ userId: z.number(), trades: z.number(), stake: z.number() })),
})

export const withdrawalDetails = z.extend(withdrawalRow, {
  reason: z.nullable(z.string()),
  parts: z.array(payoutView),
  checks: withdrawalChecks,
})
export type WithdrawalDetails = z.infer<typeof withdrawalDetails>

export const deskCalls = {
  getChallenge: defineCall({
    method: 'POST',
    path: '/api/desk/challenge',
    access: 'visitor',
    source: 'ours',
    summary: 'A value for a passkey to sign, good for one log-in within five minutes.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), challenge: z.string() }),
  }),
  logInByPasskey: defineCall({
    method: 'POST',
    path: '/api/desk/login/passkey',
    access: 'visitor',
    source: 'ours',
    summary: 'Opens a session of eight hours.',
    body: z.strictObject({ challenge: bytes(50), assertion }),
    reply: extendPlainReply({}),
  }),
  logInByPassword: defineCall({
    method: 'POST',
    path: '/api/desk/login/password',
    access: 'visitor',
    source: 'ours',
    summary: 'Opens a session of eight hours, enough to read. Five wrong log-ins close this way for 15 minutes.',
    body: z.strictObject({ name: operatorName, password, code }),
    reply: extendPlainReply({}),
  }),
  acceptInvitation: defineCall({
    method: 'POST',
    path: '/api/desk/invitation',
    access: 'visitor',
    source: 'ours',
    summary:
      'Sets password and one-time codes of an invited operator, and opens a session in which a passkey can be added.',
    body: z.strictObject({ invitation: bytes(50), password, totpKey: bytes(30), code }),
    reply: extendPlainReply({}),
  }),
  logOut: defineCall({
    method: 'POST',
    path: '/api/desk/logout',
    access: 'client',
    source: 'ours',
    summary: 'Ends the session.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  getOperator: defineCall({
    method: 'GET',
    path: '/api/desk/me',
    access: 'client',
    source: 'ours',
    summary: 'Who is logged in.',
    reply: z.object({ return: z.literal(true), operator: deskOperator, now: timeMs }),
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/api/desk/passkey',
    access: 'client',
    source: 'ours',
    summary: 'Adds a passkey. Whoever has one signs the SHA-256 of the new public key with it.',
    body: z.strictObject({
      credentialId: bytes(1400),
      /** A point of P-256: 04, x, y. */
      publicKey: bytes(90),
      label: visibleLine(60),
      signedBy: z.nullable(assertion),
    }),
    reply: extendPlainReply({}),
  }),
  requestCommand: defineCall({
    method: 'POST',
    path: '/api/desk/command',
    access: 'client',
    source: 'ours',
    summary:
      'Writes down what an operator wants, to be signed. Repeated with the same id, it returns the same command.',
    body: z.strictObject({
      id: z.uuid(),
      action: actionName,
      input: z.unknown(),
      reason: commandReason,
    }),
    reply: extendPlainReply({ command: z.optional(commandView) }),
  }),
  signCommand: defineCall({
    method: 'POST',
    path: '/api/desk/command/sign',
    access: 'client',
    source: 'ours',
    summary: 'Signs a command with a passkey. A server runs it once it has the signatures that it needs.',
    body: z.strictObject({ id: z.uuid(), assertion }),
    reply: extendPlainReply({ command: z.optional(commandView) }),
  }),
  cancelCommand: defineCall({
    method: 'POST',
    path: '/api/desk/command/cancel',
    access: 'client',
    source: 'ours',
    summary: 'Takes back a command that is not done.',
    body: z.strictObject({ id: z.uuid(), reason: singleLine(300).check(z.minLength(3)) }),
    reply: extendPlainReply({}),
  }),
  getCommand: defineCall({
    method: 'GET',
    path: '/api/desk/command/:id',
    access: 'client',
    source: 'ours',
    summary: 'A command, and what has become of it.',
    params: z.strictObject({ id: z.uuid() }),
    reply: extendPlainReply({ command: z.optional(commandView) }),
  }),
  listCommands: defineCall({
    method: 'GET',
    path: '/api/desk/commands',
    access: 'client',
    source: 'ours',
    summary: 'Commands that wait for a signature, oldest first.',
    reply: z.object({ return: z.literal(true), commands: z.array(commandView) }),
  }),
  listWithdrawals: defineCall({
    method: 'GET',
    path: '/api/desk/withdrawals',
    access: 'client',
    source: 'ours',
    summary: 'Withdrawals in a state, newest first, 50 at a time.',
    query: z.strictObject({ state: z.optional(z.enum(confirmedStates)), before: z.optional(z.uuid()) }),
    reply: z.object({ return: z.literal(true), withdrawals: z.array(withdrawalRow), hasMore: z.boolean() }),
  }),
  getWithdrawal: defineCall({
    method: 'GET',
    path: '/api/desk/withdrawals/:id',
    access: 'client',
    source: 'ours',
    summary: 'A withdrawal with its parts, and what to check before it is approved. Reading it is in the audit trail.',
    params: z.strictObject({ id: z.uuid() }),
    reply: extendPlainReply({ withdrawal: z.optional(withdrawalDetails) }),
  }),
}
