import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const fraudTestData: ProcessorTestData = {
  name: 'FRAUD',
  specCalls: ['POST /api/fraud/card'],
  additionalCalls: [],
  chargeFlows: ['charge'],
}
