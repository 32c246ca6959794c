import { operatorActions } from '@tradefront/contract/operator-actions'

/** What the audit trail has besides the actions of the desk. */
const otherActs = [
  'desk.read',
  'command.cancel',
  'operator.passkey',
  'bank.import',
  'statement.upload',
  'documents.view',
  'tickets.view',
  'page.write',
  'page.reset',
  'rate.accepted',
  'keys.reseal',
  'account.login_link',
  'deposit.cancel',
  'deposit.found_paid',
  'statement_code.confirm',
  'statement_code.reset',
  'tournament.item_sent',
  'tournament.prize_approved',
  'tournament.prize_refused',
  'user.affiliateId',
  'user.cardRisk',
  'user.cascade',
  'user.minDepositCard',
  'user.minDepositOther',
] as const

/** What operators do, as the audit trail names it. */
export const auditActs: readonly string[] = [...Object.keys(operatorActions), ...otherActs]
