import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const ezpayTestData: ProcessorTestData = {
  name: 'EZPAY',
  specCalls: ['POST /api/card/listen/ezpay', 'GET /api/card/fast/ezpay'],
  // The specification has no call that opens the payment before the redirect.
  additionalCalls: ['POST /api/card/fast/ezpay'],
  chargeFlows: ['page', 'charge'],
}
