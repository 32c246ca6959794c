import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const netellerTestData: ProcessorTestData = {
  name: 'NETELLER',
  specCalls: ['POST /api/neteller'],
  additionalCalls: [],
  chargeFlows: ['charge', 'charge', 'page'],
  requests: { start: { net_account: 'ada', secure_id: '123456', amount: 1000, currency: 'USD' } },
}
