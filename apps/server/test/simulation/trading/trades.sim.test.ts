import { describe } from 'vitest'

import { testSimulation } from '../test-simulation.ts'
import { tradingMutants } from './mutants.ts'
import { properties } from './properties.ts'
import { runScenario } from './run-scenario.ts'

describe('simulated traders', () => {
  testSimulation({
    runs: 200,
    maxConnections: 20,
    properties,
    fullCoverageRuns: 100,
    outcomes: [
      ...['won', 'lost', 'tie', 'sold', 'void', 'USD', 'EUR', 'GBP', 'RUB'],
      ...['bonus staked', 'practice', 'repeated', 'given up', 'refused', 'ladder', 'opposite', 'released'],
    ],
    mutants: tradingMutants,
    runScenario,
  })
})
