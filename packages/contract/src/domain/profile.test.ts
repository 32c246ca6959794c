import { expect, test } from 'vitest'

import { userRecord } from '../user-record.ts'
import { toUser, toUserRecord, type User } from './profile.ts'

const user: User = {
  userId: 1,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+44123',
  currency: 'GBP',
  country: 'GB',
  language: 'en',
  registeredAtMs: 2,
  isPractice: false,
  hasRealAccount: true,
  practiceBalance: 10_000,
  realBalance: 120.5,
  balance: 3,
  availableBalance: 4,
  bonusBalance: 5,
  wageringDone: 6,
  wageringRequired: 7,
  depositTotal: 8,
  firstDepositAmount: 9,
  latestDepositAmount: 10,
  affiliateId: '1301',
  minDepositCard: 11,
  minDepositOther: 12,
  maxDeposit: 9000,
  simulatedMethods: ['card', 'withdrawal'],
  minDepositCardOverride: 13,
  minDepositOtherOverride: null,
  verification: 'Full',
  passportState: 'approved',
  cardDocumentState: 'sent',
  signatureState: 'none',
  isCardDocumentMissing: true,
  isNewPassportWaiting: false,
  hasChargeableCard: true,
  isCardRisk: false,
  isFailLimitOverridden: true,
  hasBitcoinDeposit: false,
  cascade: 'ZOOM,ORANGE',
  entropayPinAmount: 250,
  isStatementCodeRequired: true,
  isStatementCodeConfirmed: false,
  statementCodeAttemptsLeft: 5,
  tradeCount: 14,
  withdrawalMethods: ['card', 'bitcoin'],
  chatConversationId: 'c-1',
  welcomeCount: 15,
  isEmailProved: true,
  pendingEmail: 'next@example.com',
  isShowingTips: true,
  isBitcoinSuggested: false,
  closedNotices: { first_steps: 16 },
}

test('a user written to the wire and read again is the same user', () => {
  const record = toUserRecord(user)
  expect(userRecord.parse(record)).toEqual(record)
  expect(toUser(record)).toEqual(user)
})

test.each(['', 'no JSON', '{}'])('reads the unusable ENTROPAY step %j as none', (entro_pin) => {
  expect(toUser({ ...toUserRecord(user), entro_pin }).entropayPinAmount).toBeNull()
})
