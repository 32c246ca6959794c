import type { ProcessorTestData } from '../testing/processor-test-data.ts'

export const conceptTestData: ProcessorTestData = {
  name: 'CONCEPT',
  specCalls: ['POST /api/payconcept/pay', 'POST /api/payconcept/listen'],
  additionalCalls: [],
  chargeFlows: ['charge', 'charge', 'page'],
  hardDecline: { reason: '003', errorClass: 'cards.declined_contact' },
}
