import { describe } from 'vitest'

import { testSimulation } from '../test-simulation.ts'
import { tradingMutants } from './planted-faults.ts'
import { properties } from './properties.ts'
import { runScenario } from './run-scenario.ts'
import { turningPoints } from './trading-world.ts'

describe('simulated traders', () => {
  testSimulation({
    runs: 24,
    maxConnections: 20,
    properties,
    rareSeeds: [27, 29, 30, 99, 100],
    outcomes: [
      'won',
      'lost',
      'tie',
      'sold',
      'void',
      'USD',
      'EUR',
      'GBP',
      'RUB',
      'sealed',
      'refused at its start',
      'bonus staked',
      'practice',
      'repeated',
      'given up',
      'refused',
      'ladder',
      'opposite',
      'released',
      ...turningPoints.map(({ at }) => `turn ${at}`),
      'valued at an end',
    ],
    mutants: tradingMutants,
    runScenario,
  })
})
