import { ok, refuse, type Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { insertAuditEntry } from '../../platform/audit.ts'
import type { ConstraintName } from '../../platform/database/constraints.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { raiseAlert } from '../alerts/service.ts'
import { applyOperatorOrder, findOperatorAccess } from './operator-account-store.ts'

const refusals: Readonly<Partial<Record<ConstraintName, TextKey>>> = {
  operators_changed: 'desk.changed',
  operators_two_admins: 'desk_control.two_admins',
  operators_admin_apart: 'desk_control.admin_apart',
}

/**
 * Actions about operators, which two admins order. The database does what they have signed; this writes the audit trail and raises an
 * alert.
 */
export const operatorActionHandlers: ActionHandlers = {
  'operator.invite': (context, { operator: name, roles }, by) =>
    change(context, 'operator.invite', name, { roles }, by),
  'operator.change_roles': (context, { operator: name, roles }, by) =>
    change(context, 'operator.change_roles', name, { roles }, by),
  'operator.disable': (context, { operator: name }, by) => change(context, 'operator.disable', name, 'disabled', by),
  'operator.remove_passkey': (context, { operator: name, label }, by) =>
    change(context, 'operator.remove_passkey', name, { removedPasskey: label }, by),
}

async function change(
  { db, clock }: AppContext,
  action: string,
  name: string,
  after: unknown,
  by: Signers,
): Promise<Result<void, TextKey>> {
  const at = clock.now()
  const subject = `operator:${name}`
  try {
    await db.transaction().execute(async (trx) => {
      const before = await findOperatorAccess(trx, name)
      await insertAuditEntry(trx, { by, action, subject, before, after, at })
      await applyOperatorOrder(trx, by.commandId)
      await raiseAlert(trx, { kind: 'operator.rights_changed', subject, detail: { by: by.actor, action } }, at)
    })
    return ok()
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    const code = constraint === null ? undefined : refusals[constraint]
    if (code === undefined) throw error
    return refuse(code)
  }
}
