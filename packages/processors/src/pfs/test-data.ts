import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const pfsTestData: ProcessorTestData = {
  name: 'PFS',
  specCalls: ['POST /api/card/fast/pfs', 'POST /api/card/listen/pfs', 'GET /api/card/secure/pfs/:R5'],
  additionalCalls: [],
  chargeFlows: ['page', 'charge'],
  requests: { listen: { uid: 't', id: 'd' } },
}
