import { type CodeMutant, mutant, replace, telling } from './code-mutant.ts'

const claims = 'deposits/claims.ts'
const reportClaim = 'wallets/report-claim.ts'

/** Faults in payments from outside that traders report. */
export const claimMutants: readonly CodeMutant[] = [
  telling(
    5,
    'an accepted claim is credited as reported instead of as arrived',
    replace(
      claims,
      'money: { amount: decision.received, currency },',
      'money: { amount: Math.max(amount, decision.received), currency },',
    ),
  ),
  mutant(
    'a claim succeeds with less money than reported',
    'deposits/claims.ts',
    'return received >= claimed',
    'return received > 0 && claimed > 0',
  ),
  mutant(
    'a second operator decides a claim again',
    claims,
    'if (attempt === undefined || !isActiveState(attempt.state)) return false',
    'if (attempt === undefined) return false',
  ),
  mutant('a report that is sent again is another claim', reportClaim, 'idempotencyKey: key,', 'idempotencyKey: null,'),
  mutant(
    'a report above the largest deposit gets the bonus of a promo code',
    reportClaim,
    'wageringRequired: 0, releaseMax: 0, isFixed: true',
    'wageringRequired: 0, releaseMax: 0, isFixed: false',
    'apps/server/src/ops/commands/claims.test.ts',
  ),
  mutant(
    'a claim that its trader cancels ends without a decision',
    'wallets/service.ts',
    'isClaimCode(attempt.processor) ? null : provider.cancelCharge(attempt)',
    `isClaimCode(attempt.processor)
        ? { source: 'inquiry', state: 'not_charged', errorClass: 'cancelled' }
        : provider.cancelCharge(attempt)`,
  ),
  mutant(
    'a claim that was not written to its end is forgotten',
    claims,
    'reference, nextCheckAt: now }, null, now)',
    'reference, nextCheckAt: null }, null, now)',
    'apps/server/src/modules/wallets/claim-crash.test.ts',
  ),
]
