import type { AppContext } from '../../context.ts'
import { findCredentialsByEmail, findUserById } from '../users/service.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'

/** Lets a demo trader withdraw to the own bank account, so that it waits for an operator. */
export async function seedDemoWithdrawal(context: AppContext, email: string): Promise<void> {
  const id = (await findCredentialsByEmail(context.db, email))?.id
  const user = id === undefined ? null : await findUserById(context.db, id)
  if (id === undefined || user === null) return
  const trader = { ...user, id, isPractice: false }
  const requested = await requestWithdrawal(context, trader, { amount: 200, method: 'bank' })
  if (!requested.ok) throw new Error(`invariant: the demo withdrawal is possible (${requested.code})`)
  await confirmWithdrawal(context, trader, { withBonus: false, id: requested.value.id })
}
