import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const zoomTestData: ProcessorTestData = {
  name: 'ZOOM',
  specCalls: ['POST /api/zoom', 'POST /api/card/fast/zoom'],
  additionalCalls: [],
  chargeFlows: ['token'],
  requests: {
    start: { action: 'session', amount: 1000 },
    complete: { amount: 1000, fixed: 0, bonus: 1, token: 'tok_12345678' },
  },
}
