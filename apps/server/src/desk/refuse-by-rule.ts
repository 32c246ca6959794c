import { type Refusal, refuse } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import type { ConstraintName } from '../platform/database/constraints.ts'
import { AppError, getViolatedConstraint } from '../platform/http/errors.ts'

/** Sentence that the operator reads when a rule of the database refuses. */
const sentences: Readonly<Partial<Record<ConstraintName, TextKey>>> = {
  operator_login_failures_many: 'desk.too_many_logins',
  operator_actions_right: 'desk.no_right',
  sealed_reads_many: 'desk_support.too_many_reads',
  sealed_uploads_many: 'desk_support.too_many_reads',
  operator_commands_many: 'desk.too_many_commands',
  operator_views_many: 'desk.too_many_views',
  operator_commands_open: 'desk.command_over',
  operator_signatures_valid: 'desk.wrong_passkey',
  operator_signatures_counts: 'desk.too_new',
  operator_signatures_order: 'desk.not_first',
  operator_signatures_pkey: 'desk.second_person',
  statement_files_closed: 'desk_reconcile.closed',
  statement_files_rows: 'desk_reconcile.too_many_rows',
  operator_passkeys_invited: 'desk.needs_invitation',
  operator_passkeys_credential_id_key: 'desk.passkey_known',
}

/** Returns the result, or the refusal that belongs to the violated rule. @throws every other error; 401 for a session that has ended */
export async function refuseByRule<Value>(running: Promise<Value>): Promise<Value | Refusal> {
  try {
    return await running
  } catch (error) {
    const rule = getViolatedConstraint(error)
    if (rule === 'operator_sessions_live') throw new AppError('errors.session')
    const code = rule === null ? undefined : sentences[rule]
    if (code === undefined) throw error
    return refuse(code)
  }
}
