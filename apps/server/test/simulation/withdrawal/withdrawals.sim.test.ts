import { describe } from 'vitest'

import { testSimulation } from '../test-simulation.ts'
import { withdrawalMutants } from './planted-faults.ts'
import { properties } from './properties.ts'
import { runScenario } from './run-scenario.ts'

describe('simulated withdrawals', () => {
  testSimulation({
    runs: 24,
    maxConnections: 50,
    properties,
    rareSeeds: [],
    mutantSeed: 82,
    outcomes: [
      'paid',
      'paid_part',
      'returned',
      'cancelled',
      'rejected',
      'given_up',
      'sent again',
      'owes',
      'bonus taken in USD',
      'bonus taken in EUR',
      'bonus taken in GBP',
      'bonus taken in RUB',
      'two bonuses taken',
      'bonus staked while another is frozen',
      'taken back while its bonus was frozen',
      'as many coins as came',
      'fewer coins than came',
      'refund next to traded charges',
      'payout paid',
      'payout refused',
      'payout dropped',
    ],
    mutants: withdrawalMutants,
    runScenario,
  })
})
