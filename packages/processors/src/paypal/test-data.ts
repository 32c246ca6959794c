import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const paypalTestData: ProcessorTestData = {
  name: 'PAYPAL',
  specCalls: ['POST /api/card/fast/orangeppl'],
  additionalCalls: [],
  chargeFlows: ['page'],
  requests: { start: { bonus: 1, fixed: 0, email: 'ada@example.com', currency: 'USD', amount: 1000 } },
}
