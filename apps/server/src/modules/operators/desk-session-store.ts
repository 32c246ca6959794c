import type { DeskOperator } from '@tradefront/contract/desk'
import type { OperatorRole } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import { hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

// Calls of the functions in `sql`, which check everything again. `secret` is the value of the session's cookie.

export type SignedAssertion = {
  readonly credentialId: Buffer
  readonly authenticatorData: Buffer
  readonly clientData: Buffer
  readonly signature: Buffer
}

type Outcome = { readonly isDone: boolean }

export const sessionHours = 8

export async function createChallenge(db: Db): Promise<Buffer> {
  const { rows } = await sql<{ challenge: Buffer }>`select create_operator_challenge() as challenge`.execute(db)
  return rows[0]?.challenge ?? Buffer.alloc(0)
}

/** Opens a session. Returns false if no active operator has signed the challenge, or it is older than five minutes. */
export async function openSessionByPasskey(
  db: Db,
  challenge: Buffer,
  { credentialId, authenticatorData, clientData, signature }: SignedAssertion,
  secret: Buffer,
): Promise<boolean> {
  const { rows } = await sql<Outcome>`
    select open_operator_session_by_passkey(
      ${challenge}, ${credentialId}, ${authenticatorData}, ${clientData}, ${signature}, ${secret}) as "isDone"`.execute(
    db,
  )
  return rows[0]?.isDone === true
}

/**
 * Opens a session. Returns false if name, password or code is wrong. @throws a database error by `operator_login_failures_many` after too
 * many
 */
export async function openSessionByPassword(
  db: Db,
  { name, password, code }: { readonly name: string; readonly password: string; readonly code: string },
  secret: Buffer,
): Promise<boolean> {
  const { rows } = await sql<Outcome>`
    select open_operator_session_by_password(${name}, ${password}, ${code}, ${secret}) as "isDone"`.execute(db)
  return rows[0]?.isDone === true
}

/** Opens the first session. Returns false if the invitation was used or is older than three days, or the code is wrong. */
export async function acceptInvitation(
  db: Db,
  given: { readonly invitation: Buffer; readonly password: string; readonly totpKey: Buffer; readonly code: string },
  secret: Buffer,
): Promise<boolean> {
  const { invitation, password, totpKey, code } = given
  const { rows } = await sql<Outcome>`
    select accept_operator_invitation(${invitation}, ${password}, ${totpKey}, ${code}, ${secret}) as "isDone"`.execute(
    db,
  )
  return rows[0]?.isDone === true
}

export async function endSession(db: Db, secret: Buffer): Promise<void> {
  await sql`select end_operator_session(${secret})`.execute(db)
}

/** Adds a passkey. @param signedBy null for the first passkey @throws a database error by `operator_signatures_valid` */
export async function addPasskey(
  db: Db,
  secret: Buffer,
  passkey: { readonly credentialId: Buffer; readonly publicKey: Buffer; readonly label: string },
  signedBy: SignedAssertion | null,
): Promise<void> {
  await sql`
    select enrol_operator_passkey(
      ${secret}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.label},
      ${signedBy?.credentialId ?? null}, ${signedBy?.authenticatorData ?? null}, ${signedBy?.clientData ?? null},
      ${signedBy?.signature ?? null})`.execute(db)
}

/** Without what is the same for all operators. */
export type SessionOperator = Omit<DeskOperator, 'isTestSite'>

/** Null if the session has ended. */
export async function findOperator(db: Db, secret: Buffer): Promise<SessionOperator | null> {
  const { rows } = await sql<{
    id: number
    name: string
    roles: OperatorRole[]
    withPasskey: boolean
    createdAt: Date
    passkeys: { credentialId: string; label: string; createdAtMs: number; usableFromMs: number }[]
  }>`select * from describe_operator_session(${secret})`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { createdAt, ...operator } = row
  return { ...operator, sessionEndsMs: createdAt.getTime() + sessionHours * hourMs }
}

/** Writes into the audit trail what the operator of the session has looked at. @param subject e.g. `withdrawal:<id>` */
export async function recordRead(db: Db, secret: Buffer, subject: string): Promise<void> {
  await sql`select record_operator_read(${secret}, ${subject})`.execute(db)
}
