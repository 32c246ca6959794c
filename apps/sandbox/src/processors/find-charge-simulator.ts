import type { ChargeSimulator } from '@tradefront/processors/simulator/processor-simulator'
import { simulators } from '@tradefront/processors/simulators'

export function findChargeSimulator(slug: string): ChargeSimulator | undefined {
  return simulators.filter((simulator) => simulator.chargesAt !== 'never').find((simulator) => simulator.slug === slug)
}
