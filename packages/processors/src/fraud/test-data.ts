import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const fraudTestData: ProcessorTestData = {
  name: 'FRAUD',
  specCalls: ['POST /api/fraud/card'],
  additionalCalls: [],
  chargeFlows: ['charge'],
  preCheckReplies: {
    passed: {},
    rejected: [
      { day_limit: true },
      { bad_card: true },
      { fail_limit: true },
      { reason: 'risk', message: 'Not with this card.' },
    ],
  },
}
