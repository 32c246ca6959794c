import type { ProcessorTestData } from '../testing/processor-test-data.ts'

const specCalls = ['POST /api/card/fast/orange', 'POST /api/card/listen/orange']

export const orangeTestData: ProcessorTestData = {
  name: 'ORANGE',
  specCalls,
  additionalCalls: [],
  chargeFlows: ['charge', 'charge', 'page'],
}

export const orangeNot3dTestData: ProcessorTestData = {
  name: 'ORANGE_NOT3D',
  specCalls,
  additionalCalls: [],
  chargeFlows: ['charge'],
  hardDecline: { reason: 'Expired card', errorClass: 'Expired card' },
  requests: { start: { amount: 1000, fixed: 0, bonus: 1, not3d: 1 } },
}
