import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const entropayTestData: ProcessorTestData = {
  name: 'ENTROPAY',
  specCalls: ['POST /api/entro/pay', 'POST /api/entro/reject', 'POST /api/entro/cvv', 'GET /api/entro/redirect'],
  additionalCalls: [],
  chargeFlows: ['page_and_code', 'code', 'charge'],
  requests: { complete: { cvv: '123' } },
}
