import { type CodeMutant, mutant, replace, telling } from './code-mutant.ts'

const machine = 'deposits/deposit-state-machine.ts'
const machineTest = 'packages/rules/src/deposits/deposit-state-machine.test.ts'

const machineMutant = (name: string, find: string, by: string) => mutant(name, machine, find, by, machineTest)

/** Faults in the decision about an attempt, its deposit and its money. */
export const stateMachineMutants: readonly CodeMutant[] = [
  telling(
    3,
    'a captured attempt can change again',
    replace(machine, 'snapshot.isCaptured || !attemptTransitions', '!attemptTransitions'),
    replace(machine, `if (isKnownCharge) return { attempt, deposit, captureStatus: null, raisesAlert: false }`, ''),
  ),
  machineMutant(
    'the same charge is booked for each success',
    `if (isKnownCharge) return { attempt, deposit, captureStatus: null, raisesAlert: false }`,
    '',
  ),
  machineMutant(
    'a decline changes an attempt with captured money',
    'snapshot.isCaptured || !attemptTransitions',
    '!attemptTransitions',
  ),
  machineMutant(
    'a hard decline continues the cascade',
    `    case 'declined_hard':
      return 'failed'`,
    `    case 'declined_hard':
      return deposit`,
  ),
  machineMutant(
    'a soft decline ends the deposit',
    'snapshot.isCloseRequested || !snapshot.hasRemainingProcessors',
    'true',
  ),
  machineMutant('a deposit stays open without processors', ' || !snapshot.hasRemainingProcessors', ''),
  machineMutant('a requested close is forgotten', 'snapshot.isCloseRequested || ', ''),
  machineMutant(
    'a second success is credited as well',
    `if (isCredited) return { attempt: attemptAfter, deposit, captureStatus: 'refund_due', raisesAlert: true }`,
    '',
  ),
  machineMutant(
    'a second success stays in suspense',
    `captureStatus: 'refund_due', raisesAlert: true`,
    `captureStatus: 'suspense', raisesAlert: true`,
  ),
  machineMutant(
    'a late success gets its bonus',
    `captureStatus: 'credited_late', raisesAlert: false`,
    `captureStatus: 'credited', raisesAlert: false`,
  ),
  machineMutant(
    'a late success is sent back',
    `captureStatus: 'credited_late', raisesAlert: false`,
    `captureStatus: 'refund_due', raisesAlert: false`,
  ),
  machineMutant(
    'another amount leaves the deposit open',
    `deposit: deposit === 'processing' ? 'review' : deposit,`,
    'deposit,',
  ),
  machineMutant(
    'another amount decides the attempt',
    `attempt: isActive ? 'manual_review' : attempt,`,
    `attempt: isActive ? 'succeeded' : attempt,`,
  ),
  machineMutant(
    'a success leaves the deposit processing',
    `deposit: 'succeeded', captureStatus: 'credited'`,
    `deposit, captureStatus: 'credited'`,
  ),
  machineMutant(
    'a success is not credited',
    `deposit: 'succeeded', captureStatus: 'credited', raisesAlert: false`,
    `deposit: 'succeeded', captureStatus: null, raisesAlert: false`,
  ),
  machineMutant(
    'manual review is final',
    `manual_review: ['succeeded', 'declined_soft', 'declined_hard', 'not_charged'],`,
    'manual_review: [],',
  ),
  machineMutant('a decline is not final', 'declined_soft: [],', `declined_soft: ['pending', 'not_charged'],`),
  machineMutant(
    'a deposit is open while in review',
    `return state === 'open' || state === 'processing'`,
    `return state !== 'succeeded' && state !== 'failed'`,
  ),
  machineMutant(
    'suspense leaves its deposit in review',
    `deposit: ended || hasOtherActiveAttempts ? deposit : 'failed',`,
    'deposit,',
  ),
  machineMutant('suspense fails a deposit with an active attempt', 'ended || hasOtherActiveAttempts', 'ended'),
  machineMutant("suspense is booked as the trader's cash", `  suspense: 'suspense',`, `  suspense: 'cash',`),
]
